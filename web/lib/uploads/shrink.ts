/**
 * Photos are reduced on the device to save upload time and data: a camera's picture has four times the pixels that any
 * screen shows. Encoding it again also removes its location and owner.
 */

export interface Shrunk {
  blob: Blob;
  width: number;
  height: number;
}

export const MAX_PICTURE = 500_000;
const MAX_SIDE = 2048;
const QUALITIES = [0.8, 0.6];
const SENT_UNCHANGED = new Set(["image/jpeg", "image/png", "image/webp", "image/gif", "image/avif"]);

/** The picture as it is sent. Null: this browser cannot read it (HEIC, mostly), and the server has to. */
export async function shrink(file: Blob): Promise<Shrunk | null> {
  const picture = await decode(file);
  if (!picture) return null;
  const { width, height } = picture;
  try {
    const isSmall = file.size <= MAX_PICTURE && Math.max(width, height) <= MAX_SIDE;
    // Encoded again, an animation would lose its frames.
    if (SENT_UNCHANGED.has(file.type) && (isSmall || file.type === "image/gif")) return { blob: file, width, height };
    return await redraw(picture);
  } finally {
    picture.close();
  }
}

async function decode(file: Blob): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    // Not a picture, or of a kind that only the server knows.
    return null;
  }
}

async function redraw(picture: ImageBitmap): Promise<Shrunk> {
  let scale = Math.min(1, MAX_SIDE / Math.max(picture.width, picture.height));
  for (;;) {
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    const brush = canvas.getContext("2d");
    if (!brush) throw new Error("This browser cannot draw");
    brush.imageSmoothingQuality = "high";
    brush.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const blob = await encode(canvas);
    if (blob.size <= MAX_PICTURE || scale < 0.1) return { blob, width: canvas.width, height: canvas.height };
    // Each attempt costs a slow phone seconds: the next one is to fit.
    scale *= Math.sqrt(MAX_PICTURE / blob.size) * 0.92;
  }
}

async function encode(canvas: HTMLCanvasElement): Promise<Blob> {
  let blob: Blob | null = null;
  for (const quality of QUALITIES) {
    blob = await toBlob(canvas, "image/webp", quality);
    // A browser that writes no WebP gives PNG instead.
    if (blob?.type !== "image/webp") blob = await toBlob(onWhite(canvas), "image/jpeg", quality);
    if (blob && blob.size <= MAX_PICTURE) return blob;
  }
  if (!blob) throw new Error("The picture could not be written");
  return blob;
}

/** JPEG knows nothing of what is see-through. */
function onWhite(canvas: HTMLCanvasElement): HTMLCanvasElement {
  const brush = canvas.getContext("2d");
  if (brush) {
    brush.globalCompositeOperation = "destination-over";
    brush.fillStyle = "#fff";
    brush.fillRect(0, 0, canvas.width, canvas.height);
  }
  return canvas;
}

function toBlob(canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, type, quality));
}
