CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"checkout_session_id" uuid,
	"cause" text NOT NULL,
	"amount" numeric(10, 2) NOT NULL,
	"provider" text NOT NULL,
	"payment_id" text NOT NULL,
	"paid_at" timestamp (3) with time zone NOT NULL,
	"owed_since" timestamp (3) with time zone NOT NULL,
	"given_back_at" timestamp (3) with time zone,
	"given_back_by" uuid,
	"reference" text
);
--> statement-breakpoint
DROP INDEX "gift_orders_to_send";--> statement-breakpoint
ALTER TABLE "gift_orders" ADD COLUMN "preparing_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_checkout_session_id_checkout_sessions_id_fk" FOREIGN KEY ("checkout_session_id") REFERENCES "public"."checkout_sessions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_given_back_by_users_id_fk" FOREIGN KEY ("given_back_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_checkout_session_key" ON "refunds" USING btree ("checkout_session_id");--> statement-breakpoint
CREATE INDEX "refunds_given_back_by" ON "refunds" USING btree ("given_back_by");--> statement-breakpoint
CREATE INDEX "refunds_owed" ON "refunds" USING btree ("owed_since","id") WHERE "refunds"."given_back_at" is null;--> statement-breakpoint
CREATE INDEX "refunds_given_back" ON "refunds" USING btree ("owed_since","id") WHERE "refunds"."given_back_at" is not null;--> statement-breakpoint
CREATE INDEX "gift_orders_for_staff" ON "gift_orders" USING btree ((case "status" when 'paid' then 0 when 'preparing' then 1 when 'shipped' then 2 when 'pending' then 3 when 'delivered' then 4 when 'cancelled' then 5 end),(coalesce("paid_at", "created_at")),"id");
--> statement-breakpoint
-- What was owed before, and stood in the audit log or in the notes of an order.
INSERT INTO "refunds" ("id", "checkout_session_id", "cause", "amount", "provider", "payment_id", "paid_at", "owed_since")
SELECT gen_random_uuid(), s."id", 'lesser-plan', s."amount", s."provider", s."payment_id", s."paid_at", min(a."at")
FROM "audit_log" a JOIN "checkout_sessions" s ON s."id" = a."subject_id"
WHERE a."action" = 'subscription.paid-in-vain' AND s."paid_at" IS NOT NULL
GROUP BY s."id";--> statement-breakpoint
INSERT INTO "refunds" ("id", "checkout_session_id", "cause", "amount", "provider", "payment_id", "paid_at", "owed_since")
SELECT gen_random_uuid(), s."id", 'paid-twice', s."amount", s."provider", s."payment_id", s."paid_at", s."paid_at"
FROM "checkout_sessions" s JOIN "gift_orders" o ON o."id" = s."subject_id"
WHERE s."paid_at" IS NOT NULL AND strpos(o."admin_notes", '(checkout session ' || s."id" || '): to be given back') > 0;
