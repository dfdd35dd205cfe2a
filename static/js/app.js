// Comforts on top of pages that work without any script.
document.documentElement.classList.add("has-js");
