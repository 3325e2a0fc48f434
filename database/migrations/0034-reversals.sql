-- A provider may take a payout back after it was paid: Wave does so within three days.
alter type payment_event_kind add value 'reversed';  -- the provider has the money of a payout again: it was given back to the wallet
