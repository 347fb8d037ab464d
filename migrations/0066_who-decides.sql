CREATE TABLE "earlier_addresses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"address" text NOT NULL,
	"replaced_at" timestamp (3) with time zone NOT NULL,
	"disowned_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "proof_views" (
	"id" uuid PRIMARY KEY NOT NULL,
	"report_id" uuid NOT NULL,
	"proof_id" uuid,
	"round" integer NOT NULL,
	"staff_id" uuid NOT NULL,
	"viewed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "staff_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "death_certificates" ADD COLUMN "damaged_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "death_certificates" ADD COLUMN "unopenable_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "death_report_approvals" ADD COLUMN "answers" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "earlier_addresses" ADD CONSTRAINT "earlier_addresses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proof_views" ADD CONSTRAINT "proof_views_report_id_death_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."death_reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proof_views" ADD CONSTRAINT "proof_views_proof_id_death_certificates_id_fk" FOREIGN KEY ("proof_id") REFERENCES "public"."death_certificates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "earlier_addresses_once" ON "earlier_addresses" USING btree ("user_id","kind","address");--> statement-breakpoint
CREATE INDEX "proof_views_report_id" ON "proof_views" USING btree ("report_id","round");--> statement-breakpoint
-- What the mails that said so still know.
INSERT INTO "earlier_addresses" ("id", "user_id", "kind", "address", "replaced_at")
SELECT gen_random_uuid(), m."user_id", k."kind", k."address", max(m."created_at")
FROM "outbox_mails" m
CROSS JOIN LATERAL (VALUES
	(CASE m."kind" WHEN 'email-changed' THEN 'email' ELSE 'secondEmail' END,
	CASE m."kind" WHEN 'email-changed' THEN m."to_address" ELSE m."details"->>'detail' END)
) AS k("kind", "address")
WHERE m."kind" IN ('email-changed', 'second-email-removed') AND m."user_id" IS NOT NULL AND k."address" IS NOT NULL
GROUP BY m."user_id", k."kind", k."address";
