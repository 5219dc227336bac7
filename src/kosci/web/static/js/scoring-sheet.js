// Sheet games by their exported tables: what a hand may be written as on a card, what a report means, sums and bonus.
// Part of scoring.js, which says what each function gives; looks up and adds, knows no rule.

export function sheet(t) {
  const rowAt = new Map(t.rows.map((row, at) => [row.id, at]));
  const handAt = new Map(t.hands.map((hand, at) => [hand, at]));
  const isAlike = new Set(t.alike);
  const upperRows = t.rows.flatMap((row, at) => (row.section === "upper" ? [at] : []));
  const handOf = (dice) => handAt.get([...dice].sort().join(""));
  const ids = (bits) => t.rows.filter((_, at) => bits >> at & 1).map(({ id }) => id);

  const empty = () => ({ values: t.rows.map(() => null), extras: 0, passed: 0 });
  const turnsLeft = (card) => t.turns - card.passed - card.values.filter((value) => value !== null).length;
  const upper = (card) => upperRows.reduce((sum, at) => sum + (card.values[at] ?? 0), 0);
  const total = (card) => card.values.reduce((sum, value) => sum + (value ?? 0), 0)
    + (upper(card) >= t.bonus_at ? t.bonus : 0) + card.extras * t.extra_pays;

  function bonus(card) {
    const sum = upper(card);
    const [open, written] = [true, false].map((isOpen) => upperRows.filter((at) => (card.values[at] === null) === isOpen));
    const most = open.map((at) => t.rows[at].most).sort((one, other) => other - one).slice(0, Math.max(0, turnsLeft(card)));
    const par = written.reduce((all, at) => all + t.rows[at].par, 0);
    const reachable = most.reduce((all, points) => all + points, sum);
    return { upper: sum, at: t.bonus_at, pays: t.bonus, againstPar: sum - par, isEarned: sum >= t.bonus_at, isLost: reachable < t.bonus_at };
  }

  const shown = (card) => ({ ...card, upper: upper(card), total: total(card), bonus: bonus(card), turnsLeft: turnsLeft(card) });

  function openRows(card) {
    if (turnsLeft(card) <= 0) return 0;
    return card.values.reduce((bits, value, at) => (value === null ? bits | 1 << at : bits), 0);
  }

  // What the duties say of a hand on a card: sets of rows, some of the open ones.
  function duties(card, hand, open) {
    const box = card.values[t.box];
    const line = t.duties[t.states[hand]];
    let tree = t.trees[line[2 * (box === null ? 0 : box ? 2 : 1) + (card.extras ? 1 : 0)]];
    while (tree.length === 3) tree = tree[open & tree[0] ? 1 : 2];
    const [rows, jokers, used, paid, refused] = tree;
    return { rows: rows & open, jokers, used, paid, refused };
  }

  function entryAt(hand, at, { jokers, used, paid }) {
    const { id, joker } = t.rows[at];
    const bit = 1 << at;
    const points = jokers & bit && joker !== null ? joker : t.points[hand][at];
    return { row: id, points, extra: paid & bit ? t.extra_pays : 0, joker: Boolean(used & bit) };
  }

  function entriesOf(card, hand) {
    const found = duties(card, hand, openRows(card));
    return t.rows.flatMap((_, at) => (found.rows >> at & 1 ? [entryAt(hand, at, found)] : []));
  }

  // By points, then extra, five alike last; of hands that come to the same the first stands for all.
  function readingsOf(card, row) {
    const at = rowAt.get(row);
    const open = openRows(card);
    const found = new Map();
    if (at !== undefined && open >> at & 1) {
      t.hands.forEach((dice, hand) => {
        const allowed = duties(card, hand, open);
        if (!(allowed.rows >> at & 1)) return;
        const { points, extra } = entryAt(hand, at, allowed);
        const alike = isAlike.has(hand);
        const key = `${points} ${extra} ${alike}`;
        if (!found.has(key)) found.set(key, { points, extra, alike, dice: [...dice].map(Number), hand });
      });
    }
    return [...found.values()].sort((one, other) => one.points - other.points || one.extra - other.extra || one.alike - other.alike);
  }

  function rowRefusal(card, hand, row) {
    const open = openRows(card);
    const found = duties(card, hand, open);
    const allowed = ids(found.rows);
    if (!rowAt.has(row)) return { code: "row-unknown", row, allowed };
    const bit = 1 << rowAt.get(row);
    if (found.rows & bit) return null;
    const code = open & bit ? Object.keys(found.refused).find((refused) => found.refused[refused] & bit) : undefined;
    return { code: code ?? "row-used", row, allowed };
  }

  const impossible = (row, points, possible) =>
    ({ code: "report-impossible", row, points, possible: [...new Set(possible)].sort((one, other) => one - other) });

  // The hand a report means: its dice, or any that come to its points.
  function handMeant(card, { row, dice, points, alike }) {
    if (dice) return { hand: handOf(dice) };
    const all = readingsOf(card, row);
    if (!all.length) return { refusal: rowRefusal(card, 1, row) };
    const isAsked = alike === null || alike === undefined;
    const possible = all.filter((reading) => isAsked || reading.alike === alike);
    const fitting = possible.filter((reading) => reading.points === points);
    if (!fitting.length) return { refusal: impossible(row, points ?? null, possible.map((reading) => reading.points)) };
    const isOpen = new Set(fitting.map(({ extra }) => extra)).size > 1;
    if (isOpen) return { refusal: { code: isAsked ? "report-alike" : "report-dice", row, points } };
    return { hand: fitting[0].hand };
  }

  function checked(card, report) {
    const { hand, refusal } = handMeant(card, report);
    const refused = refusal ?? rowRefusal(card, hand, report.row);
    if (refused) return { entry: null, refusal: refused };
    const entry = entriesOf(card, hand).find(({ row }) => row === report.row);
    const isOther = (report.points ?? entry.points) !== entry.points;
    return isOther ? { entry: null, refusal: impossible(report.row, report.points, [entry.points]) } : { entry, refusal: null };
  }

  function after(card, entry) {
    const values = card.values.map((value, at) => (at === rowAt.get(entry.row) ? entry.points : value));
    return { ...card, values, extras: card.extras + (entry.extra > 0 ? 1 : 0) };
  }

  function written(state, seat, entry) {
    const card = state.seats[seat];
    state.seats[seat] = entry ? after(card, entry) : { ...card, passed: card.passed + 1 };
  }

  function needsAlike(state, seat, row, points) {
    const extras = readingsOf(state.seats[seat], row).filter((reading) => reading.points === points).map(({ extra }) => extra);
    return new Set(extras).size > 1;
  }

  return {
    empty, shown, total, checked, written,
    hasTurns: (card) => turnsLeft(card) > 0,
    afterLeaving: (state, staying) => { if (!staying.length) state.isOver = true; },
    entries: (state, seat, dice) => entriesOf(state.seats[seat], handOf(dice)),
    readings: (state, seat, row) => readingsOf(state.seats[seat], row).map(({ hand, ...reading }) => reading),
    check: (state, seat, report) => checked(state.seats[seat], report),
    afterEntry: (state, seat, entry) => shown(after(state.seats[seat], entry)),
    needsAlike,
  };
}
