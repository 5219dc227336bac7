// Asks for one part of a page again for as long as it says that there is more to come.

const SOON = 400; // while it is being worked out
const LATER = 3000; // when the server could not be reached, or failed

// `show` is given the part that stands and the newer one, and puts into the first what has changed.
export function askAgain(id, show) {
  const part = () => document.getElementById(id);

  async function again() {
    const url = part()?.dataset.again;
    if (!url) return;
    let wait = LATER;
    try {
      const answer = await fetch(url, { headers: { "HX-Request": "true" } });
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById(id);
      if (fresh) {
        show(part(), fresh);
        if (!fresh.dataset.again) delete part().dataset.again;
        wait = SOON;
      }
    } catch {
      // asked again later
    }
    setTimeout(again, wait);
  }

  setTimeout(again, SOON);
}
