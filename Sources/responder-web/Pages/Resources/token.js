// The token of a gateway that asks for one; it is kept for this tab only.

/** The token: from the address, after #token=, or as it was given before. */
export function token() {
  const given = /^#token=([\w-]+)$/.exec(location.hash)?.[1];
  if (given) {
    sessionStorage.setItem("token", given);
    history.replaceState(null, "", location.pathname);
  }
  return given ?? sessionStorage.getItem("token") ?? undefined;
}

/** Lets a form ask for the token, and opens the page again with it. */
export function askForToken(form) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    sessionStorage.setItem("token", new FormData(event.target).get("token"));
    location.reload();
  });
}
