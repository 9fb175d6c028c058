// Shows a page of `responder-web --pages` again when a file of its folder has changed.

let shown;

async function look() {
  try {
    const answer = await fetch("/pages.state", { cache: "no-store" });
    if (!answer.ok) return;
    const state = await answer.text();
    if (shown !== undefined && state !== shown) location.reload();
    shown = state;
  } catch {
    // The gateway has ended; another may follow.
  }
}

look();
setInterval(look, 500);
