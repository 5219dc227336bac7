// The reader's own part in the dice: 16 bytes drawn by this browser for each seat it takes.

export function giveShares() {
  for (const field of document.querySelectorAll("[data-share]")) {
    if (field.value) continue;
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    field.value = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }
}

giveShares();

// Who types a name at an empty seat means a person.
document.addEventListener("input", (event) => {
  const kind = event.target.closest(".seat-field")?.querySelector("select");
  if (kind && event.target !== kind && event.target.value && !kind.value) kind.value = "person";
});
