/** The part of a service worker's global scope that is used here: TypeScript's own types of it do not go with the DOM's. */
export interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

export interface WorkerFetch extends WorkerEvent {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}

export interface WorkerMessage extends WorkerEvent {
  readonly data: unknown;
}

export interface WorkerPush extends WorkerEvent {
  readonly data: { json(): unknown } | null;
}

export interface WorkerClick extends WorkerEvent {
  readonly notification: Notification;
}

export interface WorkerSync extends WorkerEvent {
  readonly tag: string;
}

interface WindowClient {
  readonly url: string;
  focus(): Promise<WindowClient>;
  navigate(url: string): Promise<WindowClient | null>;
}

interface Events {
  install: WorkerEvent;
  activate: WorkerEvent;
  fetch: WorkerFetch;
  message: WorkerMessage;
  push: WorkerPush;
  pushsubscriptionchange: WorkerEvent;
  notificationclick: WorkerClick;
  sync: WorkerSync;
}

export interface Worker {
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: "window"; includeUncontrolled: boolean }): Promise<readonly WindowClient[]>;
    openWindow(url: string): Promise<WindowClient | null>;
  };
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof Events>(name: Name, handle: (event: Events[Name]) => void): void;
}
