// Races by their exported tables: what rolls are worth, what a turn may bring and what it leads to.
// Part of scoring.js, which says what each function gives; looks up and adds, knows no rule.

export function race(t) {
  const faces = (text) => [...text].map(Number);
  const look = (dice) => t.rolls[[...dice].sort().join("")];

  // Why points may not be banked or rolled on with: [bank, roll on], each a code or null.
  function refusals(banked, points, isHot) {
    const total = banked + points;
    const place = !banked && points < t.opening ? "opening" : total < t.target ? "below" : total === t.target ? "at" : "above";
    return t.stands[place][isHot ? 1 : 0];
  }

  const because = (code, banked, points) => ({ code, points, banked, opening: t.opening, target: t.target });

  function refusal(seat, { row, dice, points }) {
    const brings = points ?? 0;
    if (!(row in t.least)) return { code: "row-unknown", row, allowed: Object.keys(t.least) };
    const cannotBe = { code: "report-race-points", row, points: points ?? null };
    if (dice || brings < t.least[row] || brings > (t.most[row] ?? Infinity) || brings % t.step) return cannotBe;
    if (row === "wins" || !brings) return null;
    const [code] = refusals(seat.total, brings, false);
    if (!code) return null;
    return row === "bank" ? because(code, seat.total, brings) : cannotBe;
  }

  function checked(seat, report) {
    const refused = refusal(seat, report);
    return refused ? { entry: null, refusal: refused } : { entry: { row: report.row, points: report.points ?? 0 }, refusal: null };
  }

  // The points are banked; who reaches the target ends the race, at once or after a last turn of each other seat.
  function written(state, seat, entry, plays) {
    const own = { ...state.seats[seat], total: state.seats[seat].total + (entry?.points ?? 0) };
    state.seats[seat] = own;
    if (entry?.row === "wins") end(state, seat);
    else if (state.final) state.final = state.final.filter((other) => other !== seat);
    else if (entry?.points && own.total >= t.target) {
      if (!t.last_round) end(state, seat);
      else state.final = state.seats.map((_, other) => other).filter((other) => other !== seat);
    }
    state.final = state.final?.filter(plays);
    if (!state.isOver && state.final?.length === 0) state.isOver = true;
  }

  function end(state, winner) {
    state.isOver = true;
    state.winner = winner;
  }

  function choice(seat, earlier, dice, part) {
    const points = earlier + t.rolls[part][0];
    const [bank, rollOn] = refusals(seat.total, points, part.length === dice.length);
    return { aside: faces(part), points, bank, rollOn };
  }

  function turnOf(state, at, rolls) {
    const seat = state.seats[at];
    const turn = { points: 0, count: t.dice, ended: null, brings: 0, choices: [] };
    for (const { dice, aside } of rolls) {
      const [points, , wins, parts] = look(dice);
      if (wins) return { ...turn, count: 0, ended: "wins", brings: turn.points + points };
      turn.choices = parts.map((part) => choice(seat, turn.points, dice, part));
      if (turn.choices.every(({ bank, rollOn }) => bank && rollOn)) return bust(seat, turn);
      if (!aside) return { ...turn, count: 0 };
      turn.points += look(aside)[0];
      turn.count = dice.length - aside.length || t.dice;
      turn.choices = [];
    }
    return turn;
  }

  function bust(seat, turn) {
    const [refused] = refusals(seat.total, turn.points, false);
    const brings = t.most.bust === 0 || refused ? 0 : turn.points;
    return { ...turn, count: 0, ended: "bust", brings, choices: [] };
  }

  return {
    checked, written, turnOf,
    empty: () => ({ total: 0 }),
    shown: (seat) => seat,
    total: (seat) => seat.total,
    hasTurns: () => true,
    afterLeaving: (state, staying) => { if (staying.length <= 1 && !state.isOver) end(state, staying[0] ?? null); },
    valueOf: (dice) => { const [points, scoring, wins] = look(dice); return { points, scoring: faces(scoring), wins: Boolean(wins) }; },
    parts: (dice) => look(dice)[3].map(faces),
    bankRefusal: (state, seat, row, points) => refusal(state.seats[seat], { row, points }),
    check: (state, seat, report) => checked(state.seats[seat], report),
  };
}
