-- Before 0007 only the job remembered whom to ask. One that was lost or still waited then asks nobody now, and better twice than never.
UPDATE "delivery_queue" SET "owner_to_ask_since" = coalesce("last_attempt", "created_at")
WHERE "status" = 'waiting' AND "waiting_reason" IN ('no_address', 'bad_address') AND "owner_to_ask_since" IS NULL;
