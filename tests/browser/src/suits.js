// What axe-core finds on this page; its contrast is asked of the texts with these numbers alone.
(async (fresh) => {
  for (const number of fresh) texts[number].setAttribute("data-contrast", "");
  axe.configure({ rules: [{ id: "color-contrast", selector: "[data-contrast]" }] });
  // No rule that is on asks for style sheets or media to be fetched beforehand.
  const { violations } = await axe.run(document, { resultTypes: ["violations"], preload: false });
  for (const number of fresh) texts[number].removeAttribute("data-contrast");
  return violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(" | "),
  }));
})
