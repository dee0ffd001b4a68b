/** Servers of common email services: who names one need not know host, port and encryption. */
export interface Provider {
  name: string;
  host: string;
  port: number;
  isTls: boolean;
}

export const PROVIDERS: readonly Provider[] = [
  { name: "Gmail", host: "smtp.gmail.com", port: 465, isTls: true },
  { name: "Outlook", host: "smtp-mail.outlook.com", port: 587, isTls: false },
  { name: "Microsoft 365", host: "smtp.office365.com", port: 587, isTls: false },
  { name: "Yahoo", host: "smtp.mail.yahoo.com", port: 465, isTls: true },
  { name: "Zoho", host: "smtp.zoho.com", port: 465, isTls: true },
  { name: "iCloud", host: "smtp.mail.me.com", port: 587, isTls: false },
];

export function findProvider(host: string): Provider | undefined {
  return PROVIDERS.find((provider) => provider.host === host);
}
