-- Prices of services, paid at the desk or by transfer, and what each booking owes. No card is ever charged.

-- Amounts are in the smallest unit of the currency: 2,500 of MYR are RM 25.00, 150,000 of VND are 150.000 ₫.
create table public.service_prices (
  service_id uuid primary key references public.services (id) on delete cascade,
  amount bigint not null check (amount between 1 and 1000000000000),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- For each place of a booking, or for the booking.
  is_per_person boolean not null default false,
  -- How to pay, by language.
  notes jsonb not null default '{}' check (public.is_texts_by_language(notes, 1000)),
  -- A picture of the bank's code: DuitNow, PayNow, VietQR.
  qr_url text check (char_length(qr_url) between 1 and 1000)
);
alter table public.service_prices enable row level security;

-- What a booking owes, as it was when it was booked.
create table public.booking_prices (
  booking_id uuid primary key references public.bookings (id) on delete cascade,
  amount bigint not null check (amount > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  paid_at timestamptz,
  marked_by uuid references public.profiles (id) on delete set null,
  constraint booking_prices_marked check (paid_at is not null or marked_by is null)
);
create index booking_prices_by_marker on public.booking_prices (marked_by) where marked_by is not null;
alter table public.booking_prices enable row level security;
