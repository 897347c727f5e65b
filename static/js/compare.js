// Compare takes what is in a card's editor to the page that runs it on two places.
document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-compare]");
  if (!button?.form) return;
  event.preventDefault();
  const { form } = button;
  const action = form.getAttribute("action");
  form.action = button.formAction;
  form.submit(); // without an event: the page is left, and no run is streamed into it
  form.setAttribute("action", action);
});
