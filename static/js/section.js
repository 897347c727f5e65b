// Keeps track of the section in view, marks it in the contents, and lets the language links lead to it.
{
  const marks = [...document.querySelectorAll("article :is(h2[id], h3[id], .claim[id], .snippet[id])")];
  const links = [...document.querySelectorAll("[data-keep-section]")].map((link) => [link, link.getAttribute("href").split("#")[0]]);
  const contents = new Map([...document.querySelectorAll(".contents a")].map((link) => [link.hash.slice(1), link]));
  let shown;
  const look = () => {
    let section = "";
    let heading = "";
    for (const mark of marks) {
      if (mark.getBoundingClientRect().top > innerHeight / 3) break;
      section = mark.id;
      if (contents.has(mark.id)) heading = mark.id;
    }
    if (section === shown) return;
    shown = section;
    for (const [link, href] of links) link.setAttribute("href", section ? `${href}#${section}` : href);
    for (const [id, link] of contents) {
      if (id === heading) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  };
  let waiting = false;
  const soon = () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => { waiting = false; look(); });
  };
  if (marks.length) {
    addEventListener("scroll", soon, { passive: true });
    addEventListener("resize", soon, { passive: true });
    look();
  }
}
