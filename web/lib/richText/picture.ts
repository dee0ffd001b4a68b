/** A picture's own size, so that the page keeps its place free while it loads. */
const PATIENCE = 4000;

interface PictureSize {
  width?: number;
  height?: number;
}

/** Empty if the picture does not load in time: it is then shown without reserved space. */
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
