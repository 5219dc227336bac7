// The results of best play: asks again until they are found.

const SOON = 500; // while they are being found
const LATER = 3000; // when the server could not be reached, or failed

const section = () => document.getElementById("spread");

// Put the newer part in place, and say when to ask again; what is read aloud stays the same element, so that it is read once.
function show(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("spread");
  const old = section();
  if (!fresh || !old) return LATER;
  const [said, says] = [old, fresh].map((part) => part.querySelector(".spread-said"));
  if (said.innerHTML !== says.innerHTML) said.innerHTML = says.innerHTML;
  const [bar, newer] = [old, fresh].map((part) => part.querySelector("progress"));
  if (bar && newer) bar.value = newer.value;
  else old.querySelector(".spread-rest").innerHTML = fresh.querySelector(".spread-rest").innerHTML;
  if (!fresh.dataset.again) delete old.dataset.again;
  return SOON;
}

async function again() {
  const url = section()?.dataset.again;
  if (!url) return;
  let wait = LATER;
  try {
    const answer = await fetch(url, { headers: { "HX-Request": "true" } });
    wait = show(await answer.text());
  } catch {
    // asked again later
  }
  setTimeout(again, wait);
}

setTimeout(again, SOON);
