import type { ReactNode } from "react";
import type { RichTextNode } from "../../lib/richText/schema";

export interface RenderOptions {
  ids: Map<RichTextNode, string>;
  rel: string;
  isLong: boolean;
  isGallery?: boolean;
}

export interface ApartProps {
  node: RichTextNode;
  options: RenderOptions;
  render: (parent: RichTextNode, options: RenderOptions) => ReactNode;
}
