/**
 * Line icons on a grid of 24, one stroke in the colour of the text around them. Hidden from screen readers: the element
 * around an icon has the name. Each is a path alone, so that a page loads only those that it uses.
 */
interface IconProps {
  /** Pixels at the usual size of text; it grows with the text. */
  size?: number;
}

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
        <path d={path} />
      </svg>
    );
  };
}

const ROUND = "M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0";

// The areas.
export const HomeIcon = /* @__PURE__ */ icon("M3 11 12 4l9 7M5.5 9.5V20h13V9.5M9.5 20v-6h5v6");
export const ArticleIcon = /* @__PURE__ */ icon("M4 5h7v15H6a2 2 0 0 1-2-2zM20 5h-7v15h5a2 2 0 0 0 2-2z");
export const ForumIcon = /* @__PURE__ */ icon("M4 5h12v9H9l-5 4zM16 9h4v11l-4-3h-5v-3");
export const CalendarIcon = /* @__PURE__ */ icon("M4 6h16v14H4zM4 10.5h16M8.5 3.5v4M15.5 3.5v4");
export const ResourcesIcon = /* @__PURE__ */ icon("M4 4h4v16H4zM8 4h4v16H8zM13 5l4-1 3.5 15.5-4 1z");

// The header.
export const SearchIcon = /* @__PURE__ */ icon("M4.5 11a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0M16 16l4.5 4.5");
export const MenuIcon = /* @__PURE__ */ icon("M4 7h16M4 12h16M4 17h16");
export const GlobeIcon = /* @__PURE__ */ icon(
  `${ROUND}M3.5 12h17M12 3.5c3 2.5 3.5 5 3.5 8.5s-.5 6-3.5 8.5c-3-2.5-3.5-5-3.5-8.5s.5-6 3.5-8.5z`,
);
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

// Directions and acts.
export const ChevronIcon = /* @__PURE__ */ icon("m6 9.5 6 6 6-6");
export const ArrowIcon = /* @__PURE__ */ icon("M4 12h15M13 6l6 6-6 6");
export const BackIcon = /* @__PURE__ */ icon("M15 5.5 8.5 12l6.5 6.5");
export const ForwardIcon = /* @__PURE__ */ icon("M9 5.5 15.5 12 9 18.5");
export const PlusIcon = /* @__PURE__ */ icon("M12 5v14M5 12h14");
export const CloseIcon = /* @__PURE__ */ icon("M6 6l12 12M18 6 6 18");
export const CheckIcon = /* @__PURE__ */ icon("m5 12.5 5 5L19.5 7");
export const MoreIcon = /* @__PURE__ */ icon("M6 12h.01M12 12h.01M18 12h.01");
export const ReplyIcon = /* @__PURE__ */ icon("M9 6 4 11l5 5M4 11h9a7 7 0 0 1 7 7v1");
export const SendIcon = /* @__PURE__ */ icon("M4 12 20 4l-5 16-3.5-6.5z");
export const ShareIcon = /* @__PURE__ */ icon("M12 15V4M7.5 8 12 3.5 16.5 8M5 13v7h14v-7");
export const DownloadIcon = /* @__PURE__ */ icon("M12 4v11M7 10.5l5 5 5-5M5 20h14");
export const EditIcon = /* @__PURE__ */ icon("M4 20h4L19.5 8.5l-4-4L4 16zM13 7l4 4");
export const TrashIcon = /* @__PURE__ */ icon("M5 7h14M9.5 7V4.5h5V7M7 7l1 13h8l1-13M10.5 11v5.5M13.5 11v5.5");
export const UndoIcon = /* @__PURE__ */ icon("M8 5 4 9l4 4M4 9h10a5.5 5.5 0 0 1 0 11h-3");
export const LinkIcon = /* @__PURE__ */ icon(
  "M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-5.7-5.7L12 7M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 5.7 5.7L12 17",
);

// Things.
export const HeartIcon = /* @__PURE__ */ icon(
  "M12 20C6 15.5 3.5 12.5 3.5 9a4.5 4.5 0 0 1 8.5-2 4.5 4.5 0 0 1 8.5 2c0 3.5-2.5 6.5-8.5 11z",
);
export const SproutIcon = /* @__PURE__ */ icon(
  "M12 21V11M12 11C8 11 5 8 5 4c4 0 7 3 7 7zM12 14c0-3.5 2.5-6 7-6 0 3.5-3 6-7 6z",
);
export const ClockIcon = /* @__PURE__ */ icon(`${ROUND}M12 7v5l3.5 2`);
export const WaitIcon = /* @__PURE__ */ icon("M7 4h10M7 20h10M8 4c0 5 8 6 8 8s-8 3-8 8M16 4c0 5-8 6-8 8s8 3 8 8");
export const PlaceIcon = /* @__PURE__ */ icon(
  "M12 21c4-4.5 6.5-7.8 6.5-11a6.5 6.5 0 0 0-13 0c0 3.2 2.5 6.5 6.5 11zM9.5 10a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0",
);
export const PhoneIcon = /* @__PURE__ */ icon(
  "M6 3.5h3l1.5 5L8 10.5c1 2.5 3 4.5 5.5 5.5l2-2.5 5 1.5v3c0 1.5-1.2 2.5-2.7 2.4C10 19.5 4.5 14 3.6 6.2 3.5 4.7 4.5 3.5 6 3.5z",
);
export const MailIcon = /* @__PURE__ */ icon("M3.5 6h17v12.5h-17zM4 7l8 6.5L20 7");
export const PeopleIcon = /* @__PURE__ */ icon(
  "M5.5 8a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0M2.5 20c0-4 2.5-6.5 6.5-6.5s6.5 2.5 6.5 6.5M15.5 4.8a3.5 3.5 0 0 1 0 6.4M17.5 14c2.5.7 4 2.9 4 6",
);
export const FlagIcon = /* @__PURE__ */ icon("M5 21V4M5 5h13l-2.5 4L18 13H5");
export const LockIcon = /* @__PURE__ */ icon("M5 11h14v9.5H5zM8 11V8a4 4 0 0 1 8 0v3");
export const KeyIcon = /* @__PURE__ */ icon("M4 15a4 4 0 1 0 8 0a4 4 0 1 0-8 0M11 12l8.5-8.5M16 7l3 3M14 9l2 2");
export const CogIcon = /* @__PURE__ */ icon(
  "M9 12a3 3 0 1 0 6 0a3 3 0 1 0-6 0M12 3.5v2.5M12 18v2.5M3.5 12H6M18 12h2.5M6 6l1.8 1.8M16.2 16.2 18 18M18 6l-1.8 1.8M7.8 16.2 6 18",
);
export const ChartIcon = /* @__PURE__ */ icon("M4 20h16M7 16v-5M12 16V6M17 16v-8");
export const BrushIcon = /* @__PURE__ */ icon(
  "M20 4c-5 2-9 6-10.5 9.5l2 2C15 14 18 9 20 4zM9 14c-3 0-3.5 2.5-3.5 4.5-.7.7-1.5 1-2 1 3 1.5 7.5.5 7.5-3.5",
);
export const PictureIcon = /* @__PURE__ */ icon("M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 9h.01");
export const FileIcon = /* @__PURE__ */ icon("M6 3.5h8l4 4V20.5H6zM14 3.5v4h4M9 12h6M9 16h6");
export const FormIcon = /* @__PURE__ */ icon("M5 4h14v16H5zM8.5 8.5h7M8.5 12.5h3M8.5 16l1.5 1.5 3-3");
export const PlayIcon = /* @__PURE__ */ icon(`${ROUND}M10 8.5v7l5.5-3.5z`);
export const ListIcon = /* @__PURE__ */ icon("M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01");
export const BagIcon = /* @__PURE__ */ icon("M4 8h16v11H4zM9 8V5h6v3M4 13h16");
export const GiftIcon = /* @__PURE__ */ icon(
  "M4 9h16v4H4zM5.5 13v7.5h13V13M12 9v11.5M12 9C8 9 7 4 9.5 4S12 9 12 9s0-5 2.5-5S16 9 12 9z",
);
export const StudyIcon = /* @__PURE__ */ icon("M2.5 9 12 4.5 21.5 9 12 13.5zM6.5 11v5c3 2.5 8 2.5 11 0v-5M21.5 9v6");
export const InfoIcon = /* @__PURE__ */ icon(`${ROUND}M12 11v5.5M12 7.5h.01`);
export const AlertIcon = /* @__PURE__ */ icon(`${ROUND}M12 7v6M12 16.5h.01`);
