/** Icons of the administration's areas: line drawings like components/icons.tsx, which readers load. */
const PATHS = {
  overview: "M4 20h16M7 16v-5M12 16V6M17 16v-8",
  articles: "M4 5h7v15H6a2 2 0 0 1-2-2zM20 5h-7v15h5a2 2 0 0 0 2-2z",
  pages: "M6 3.500h8l4 4V20.500H6zM14 3.500v4h4M9 12h6M9 16h6",
  find: "M4.5 11a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0M16 16l4.5 4.5",
  resources: "M4 4h4v16H4zM8 4h4v16H8zM13 5l4-1 3.5 15.5-4 1z",
  appearance:
    "M20 4c-5 2-9 6-10.5 9.500l2 2C15 14 18 9 20 4zM9 14c-3 0-3.5 2.5-3.5 4.500-.7.7-1.5 1-2 1 3 1.5 7.5.5 7.5-3.500",
  translations:
    "M3.500 6h10M8.500 3.500V6M6 6c.5 3 2.500 5.500 6 7M11 6c-.5 4-3 7-7 8.500M12.500 20.500l4-9.500 4 9.500M14 17.500h5",
  site: "M3 11 12 4l9 7M5.500 9.500V20h13V9.500M9.500 20v-6h5v6",
  hours: "M12 21s-7-6.500-7-11.500a7 7 0 0 1 14 0C19 14.500 12 21 12 21zM12 6.500v3.500l2 1.500",
  bookings: "M4 6h16v14H4zM4 10.500h16M8.500 3.500v4M15.500 3.500v4",
  services: "M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17zM12 7v5l3.5 2",
  forums: "M4 5h12v9H9l-5 4zM16 9h4v11l-4-3h-5v-3",
  reports: "M5 21V4M5 5h13l-2.500 4L18 13H5",
  members:
    "M9 4.500a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7zM2.500 20c0-4 2.5-6.500 6.5-6.500s6.5 2.5 6.5 6.500M15.500 4.800a3.500 3.500 0 0 1 0 6.400M17.500 14c2.5.7 4 2.900 4 6",
  groups:
    "M12 4a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM6 20c0-4 2.300-6.500 6-6.500s6 2.5 6 6.500M6 6a2.500 2.500 0 0 0 0 5M2.500 18c0-2.500.8-4 2.500-4.500M18 6a2.500 2.500 0 0 1 0 5M21.500 18c0-2.500-.8-4-2.500-4.500",
  invitations: "M3.500 6h17v12.500h-17zM4 7l8 6.500L20 7",
  messages: "M4 12 20 4l-5 16-3.500-6.500z",
  privacy: "M12 3.500 19 6v5.500c0 4.500-3 7.500-7 9-4-1.500-7-4.500-7-9V6zM9 12l2.200 2.200L15 10",
  incidents: "M12 4 3 19.500h18zM12 10v4.500M12 17v.2",
  settings:
    "M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM12 3.500v2.500M12 18v2.500M3.500 12H6M18 12h2.500M6 6l1.800 1.800M16.200 16.200 18 18M18 6l-1.800 1.800M7.800 16.200 6 18",
  email: "M3.500 6h17v12.500h-17zM4 7l8 6.500L20 7",
  health: "M3 12h4l2.500-6 4 12 2.500-6h5",
  undo: "M4.500 9.500h10a5 5 0 0 1 0 10H9M4.500 9.500 8.500 5.500M4.500 9.500l4 4",
  log: "M6 3.500h12v17H6zM9 8h6M9 12h6M9 16h3",
  more: "M4 7h16M4 12h16M4 17h16",
  close: "M6 6l12 12M18 6 6 18",
  next: "M9 5.500 15.500 12 9 18.500",
  back: "M15 5.500 8.500 12l6.500 6.500",
  done: "m5 12.500 5 5L19.500 7",
  outside: "M9 5h10v10M19 5 6 18",
  languages:
    "M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17zM3.500 12h17M12 3.500c3 2.500 3.500 5 3.500 8.500s-.5 6-3.500 8.500c-3-2.500-3.500-5-3.500-8.500s.5-6 3.500-8.500z",
} as const;

export type IconName = keyof typeof PATHS;

interface Props {
  name: IconName;
  size?: number;
}

export function AreaIcon({ name, size = 20 }: Props) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
