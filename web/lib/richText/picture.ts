/** A picture's own size, so that the page keeps its place free while it loads. */
const PATIENCE = 4000;

interface PictureSize {
  width?: number;
  height?: number;
}

/** Empty when the picture cannot be reached in time: it is then shown without a place kept. */
export function measurePicture(address: string): Promise<PictureSize> {
  return new Promise((resolve) => {
    const picture = new Image();
    const finish = () => {
      const { naturalWidth: width, naturalHeight: height } = picture;
      resolve(width > 0 && height > 0 ? { width, height } : {});
    };
    picture.onload = finish;
    picture.onerror = finish;
    setTimeout(finish, PATIENCE);
    picture.src = address;
  });
}
