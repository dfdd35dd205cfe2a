// Makes the picture of a sheet as small as reading its codes allows, before it is sent: a telephone's is many times larger.

const LONGEST = 2800;
const MOST = 900 * 1024;

async function smaller(file) {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height));
  if (scale === 1 && file.size <= MOST) return file;
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  const pen = canvas.getContext("2d");
  pen.filter = "grayscale(1)";
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  for (const quality of [0.8, 0.6, 0.4]) {
    const blob = await new Promise((done) => canvas.toBlob(done, "image/jpeg", quality));
    if (blob && blob.size <= MOST) return new File([blob], "sheet.jpg", { type: "image/jpeg" });
  }
  return file;
}

const input = document.querySelector("input[type=file][name=picture]");
input?.addEventListener("change", async () => {
  const file = input.files[0];
  if (!file) return;
  try {
    const files = new DataTransfer();
    files.items.add(await smaller(file));
    input.files = files.files;
  } catch {
    // The server says what is wrong with it.
  }
});
