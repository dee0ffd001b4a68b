/**
 * Pictures on other hosts, pasted or inserted by their address: the site fetches and stores each one, so that readers'
 * browsers ask no other host. One that cannot be fetched becomes a link; the text around it stays.
 */
import type { Editor } from "@tiptap/react";
import { useEffect, useState } from "react";
import type { Failure } from "../../../lib/requests/errors";
import { isPictureElsewhere } from "../../../lib/richText/address";
import { linkToPicture } from "../../../lib/richText/linkToPicture";
import type { RichTextNode } from "../../../lib/richText/schema";
import type { PicturePlace, Uploaded } from "../../../lib/uploads/upload";

/** Each address is fetched once a visit, also if it is pasted again or an undo is undone. */
const fetched = new Map<string, Uploaded>();

const BY_DETAIL: Record<string, string> = {
  picture_too_large: "editor.image.failed.large",
  picture_kind: "editor.image.failed.kind",
  too_fast: "editor.image.failed.many",
};

export function usePicturesElsewhere(editor: Editor | null, place: PicturePlace = "site") {
  const [isFetching, setFetching] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  useEffect(() => {
    if (!editor) return;
    const stopper = new AbortController();
    let isRunning = false;
    const run = async () => {
      if (isRunning || !findElsewhere(editor)) return;
      isRunning = true;
      setFailure(null);
      for (let src = findElsewhere(editor); src && !stopper.signal.aborted; src = findElsewhere(editor)) {
        setFetching(true);
        const outcome = await fetchOnce(src, place, stopper.signal);
        if (stopper.signal.aborted || editor.isDestroyed) return;
        if (outcome.failure) setFailure(outcome.failure);
        settle(editor, src, outcome.uploaded);
      }
      isRunning = false;
      setFetching(false);
    };
    editor.on("update", run);
    run();
    return () => {
      stopper.abort();
      editor.off("update", run);
    };
  }, [editor, place]);
  return { isFetching, failure };
}

async function fetchOnce(
  src: string,
  place: PicturePlace,
  signal: AbortSignal,
): Promise<{ uploaded?: Uploaded; failure?: Failure }> {
  const key = `${place} ${src}`;
  const known = fetched.get(key);
  if (known) return { uploaded: known };
  try {
    const { fetchPicture } = await import("../../../lib/uploads/upload");
    const uploaded = await fetchPicture(src, place, signal);
    fetched.set(key, uploaded);
    return { uploaded };
  } catch (error) {
    return { failure: readFailure(error) };
  }
}

/** The address of the first picture that is on another host. */
function findElsewhere(editor: Editor): string | null {
  let found: string | null = null;
  editor.state.doc.descendants((node) => {
    if (!found && node.type.name === "image" && isPictureElsewhere(String(node.attrs.src))) found = node.attrs.src;
    return !found;
  });
  return found;
}

/** Replaces every picture with this address: by the stored one, or by a link. An undo does not bring it back. */
function settle(editor: Editor, src: string, uploaded?: Uploaded): void {
  const { state } = editor;
  const change = state.tr.setMeta("addToHistory", false);
  state.doc.descendants((node, at) => {
    if (node.type.name !== "image" || node.attrs.src !== src) return;
    const place = change.mapping.map(at);
    if (uploaded) {
      const { address, width = node.attrs.width, height = node.attrs.height } = uploaded;
      change.setNodeMarkup(place, null, { ...node.attrs, src: address, width, height });
    } else {
      const link = state.schema.nodeFromJSON(linkToPicture(node.toJSON() as RichTextNode));
      change.replaceWith(place, place + node.nodeSize, link);
    }
  });
  editor.view.dispatch(change);
}

/** Why the site could not fetch a picture: it is a link now. */
function readFailure(error: unknown): Failure {
  const detail = typeof error === "object" && error !== null && "details" in error ? String(error.details) : "";
  const key = (Object.hasOwn(BY_DETAIL, detail) && BY_DETAIL[detail]) || "editor.image.failed";
  return { key, isRetryable: false, code: detail };
}
