/**
 * Line icons on a grid of 24, one stroke in the colour of the text around them. Hidden from screen readers: the element
 * around an icon has the name. Those of the frame are paths of their own, since they are in the first paint of every page;
 * all others stand in theme/icons.svg, which the browser loads once, in place of 3 KB of script on every page.
 */
import sheet from "../theme/icons.svg?no-inline";

interface IconProps {
  /** Pixels at the usual size of text; it grows with the text. */
  size?: number;
}

/** A path, or `#` and the name of one in theme/icons.svg. */
function icon(path: string) {
  return function Icon({ size = 22 }: IconProps) {
    const side = `${size / 16}rem`;
    return (
      <svg
        aria-hidden="true"
        viewBox="0 0 24 24"
        style={{ width: side, height: side, flex: "none" }}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        {path.startsWith("#") ? <use href={sheet + path} /> : <path d={path} />}
      </svg>
    );
  };
}

// Of the frame.
export const HomeIcon = /* @__PURE__ */ icon("M3 11 12 4l9 7M5.5 9.5V20h13V9.5M9.5 20v-6h5v6");
export const ArticleIcon = /* @__PURE__ */ icon("M4 5h7v15H6a2 2 0 0 1-2-2zM20 5h-7v15h5a2 2 0 0 0 2-2z");
export const ForumIcon = /* @__PURE__ */ icon("M4 5h12v9H9l-5 4zM16 9h4v11l-4-3h-5v-3");
export const CalendarIcon = /* @__PURE__ */ icon("M4 6h16v14H4zM4 10.5h16M8.5 3.5v4M15.5 3.5v4");
export const ResourcesIcon = /* @__PURE__ */ icon("M4 4h4v16H4zM8 4h4v16H8zM13 5l4-1 3.5 15.5-4 1z");
export const SearchIcon = /* @__PURE__ */ icon("M4.5 11a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0M16 16l4.5 4.5");
export const MenuIcon = /* @__PURE__ */ icon("M4 7h16M4 12h16M4 17h16");
export const SunIcon = /* @__PURE__ */ icon(
  "M8 12a4 4 0 1 0 8 0a4 4 0 1 0-8 0M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M18.4 5.6 17 7M7 17l-1.4 1.4",
);
export const SunriseIcon = /* @__PURE__ */ icon(
  "M3 18h18M6.5 18a5.5 5.5 0 0 1 11 0M12 5v4M4.8 10.3l1.8 1.8M19.2 10.3l-1.8 1.8",
);
export const MoonIcon = /* @__PURE__ */ icon("M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5z");
export const BellIcon = /* @__PURE__ */ icon("M6 17V11a6 6 0 0 1 12 0v6l1.5 1.5h-15zM10 21h4");
export const PersonIcon = /* @__PURE__ */ icon(
  "M8.2 8.5a3.8 3.8 0 1 0 7.6 0a3.8 3.8 0 1 0-7.6 0M4.5 20c1-4 4-5.5 7.5-5.5s6.5 1.5 7.5 5.5",
);

// Of theme/icons.svg.
export const GlobeIcon = /* @__PURE__ */ icon("#globe");
export const ChevronIcon = /* @__PURE__ */ icon("#chevron");
export const ArrowIcon = /* @__PURE__ */ icon("#arrow");
export const BackIcon = /* @__PURE__ */ icon("#back");
export const ForwardIcon = /* @__PURE__ */ icon("#forward");
export const PlusIcon = /* @__PURE__ */ icon("#plus");
export const CloseIcon = /* @__PURE__ */ icon("#close");
export const CheckIcon = /* @__PURE__ */ icon("#check");
export const MoreIcon = /* @__PURE__ */ icon("#more");
export const ReplyIcon = /* @__PURE__ */ icon("#reply");
export const SendIcon = /* @__PURE__ */ icon("#send");
export const ShareIcon = /* @__PURE__ */ icon("#share");
export const DownloadIcon = /* @__PURE__ */ icon("#download");
export const EditIcon = /* @__PURE__ */ icon("#edit");
export const TrashIcon = /* @__PURE__ */ icon("#trash");
export const UndoIcon = /* @__PURE__ */ icon("#undo");
export const LinkIcon = /* @__PURE__ */ icon("#link");
export const HeartIcon = /* @__PURE__ */ icon("#heart");
export const BookmarkIcon = /* @__PURE__ */ icon("#bookmark");
export const SproutIcon = /* @__PURE__ */ icon("#sprout");
export const ClockIcon = /* @__PURE__ */ icon("#clock");
export const WaitIcon = /* @__PURE__ */ icon("#wait");
export const PlaceIcon = /* @__PURE__ */ icon("#place");
export const PhoneIcon = /* @__PURE__ */ icon("#phone");
export const MailIcon = /* @__PURE__ */ icon("#mail");
export const PeopleIcon = /* @__PURE__ */ icon("#people");
export const FlagIcon = /* @__PURE__ */ icon("#flag");
export const LockIcon = /* @__PURE__ */ icon("#lock");
export const KeyIcon = /* @__PURE__ */ icon("#key");
export const CogIcon = /* @__PURE__ */ icon("#cog");
export const ChartIcon = /* @__PURE__ */ icon("#chart");
export const BrushIcon = /* @__PURE__ */ icon("#brush");
export const PictureIcon = /* @__PURE__ */ icon("#picture");
export const FileIcon = /* @__PURE__ */ icon("#file");
export const FormIcon = /* @__PURE__ */ icon("#form");
export const PlayIcon = /* @__PURE__ */ icon("#play");
export const ListIcon = /* @__PURE__ */ icon("#list");
export const BagIcon = /* @__PURE__ */ icon("#bag");
export const GiftIcon = /* @__PURE__ */ icon("#gift");
export const StudyIcon = /* @__PURE__ */ icon("#study");
export const InfoIcon = /* @__PURE__ */ icon("#info");
export const AlertIcon = /* @__PURE__ */ icon("#alert");
