-- Whether a booking ended on the waiting list, or as a request.
alter type public.booking_detail add attribute never_booked boolean;
