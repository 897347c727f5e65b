// What looking inside a run needs is loaded when there is something to look at.
{
  const address = document.querySelector('meta[name="fieldnotes-inspect"]')?.content;
  let loading;
  const look = async () => {
    if (!address || !document.querySelector("[data-inside]:not([data-ready])")) return;
    loading ??= import(address).catch((error) => { loading = undefined; throw error; });
    (await loading).start(document);
  };
  document.addEventListener("htmx:after:swap", look);
  look();
}
