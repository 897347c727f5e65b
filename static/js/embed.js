// In another site's frame: says how high the card is, so that the page around it can give the frame that height.
{
  let told = 0;
  const tell = () => {
    const height = Math.ceil(document.documentElement.getBoundingClientRect().height);
    if (height === told || parent === window) return;
    told = height;
    // Nothing in it is secret, and who embeds it can't be known: for any origin.
    parent.postMessage({ type: "fieldnotes:height", height, address: location.pathname }, "*");
  };
  new ResizeObserver(tell).observe(document.documentElement);
  tell();
}
