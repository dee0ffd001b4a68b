import type { EditedService } from "../../../../../generated/payloads";

/** Whether staff confirm bookings, how long a freed place is offered, and who may book. */
export interface BookingRules {
  needsConfirmation: boolean;
  /** Whether the place of a request counts as taken. */
  requestTakesPlace: boolean;
  requestHours: number;
  /** 0: a freed place is given at once. */
  offerHours: number;
  allowsGuests: boolean;
  allowsOverlap: boolean;
}

export const NEW_RULES: BookingRules = {
  needsConfirmation: false,
  requestTakesPlace: true,
  requestHours: 48,
  offerHours: 24,
  allowsGuests: true,
  allowsOverlap: false,
};

export function rulesOf(service: EditedService): BookingRules {
  const { needsConfirmation, requestTakesPlace, requestHours, offerHours, allowsGuests, allowsOverlap } = service;
  return { needsConfirmation, requestTakesPlace, requestHours, offerHours, allowsGuests, allowsOverlap };
}

/** In the database's own names. */
export function rulesToSave(rules: BookingRules) {
  return {
    needs_confirmation: rules.needsConfirmation,
    request_takes_place: rules.requestTakesPlace,
    request_hours: rules.requestHours,
    offer_hours: rules.offerHours,
    allows_guests: rules.allowsGuests,
    allows_overlap: rules.allowsOverlap,
  };
}
