CREATE TABLE "address_change_notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"change_id" uuid NOT NULL,
	"audience" text NOT NULL,
	"channel" text NOT NULL,
	"address" text NOT NULL,
	"contact_name" text,
	"token_hash" text NOT NULL,
	"told_at" timestamp (3) with time zone,
	"told_by" uuid,
	"disputed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "address_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"recipient_id" uuid NOT NULL,
	"report_id" uuid,
	"by" text NOT NULL,
	"by_name" text NOT NULL,
	"access_id" uuid,
	"staff_id" uuid,
	"delivery_id" uuid,
	"reason" text,
	"state" text NOT NULL,
	"old_email" text,
	"new_email" text,
	"old_phone" text,
	"new_phone" text,
	"old_mailing_address" text,
	"new_mailing_address" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"decided_by" uuid,
	"in_force_from" timestamp (3) with time zone,
	"disputed_at" timestamp (3) with time zone,
	"held_by" uuid,
	"settled_at" timestamp (3) with time zone,
	"settled_by" uuid,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "trusted_access" ADD COLUMN "generation" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "recipients" ADD COLUMN "address_changed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "recipients" ADD COLUMN "address_changed_by" text;--> statement-breakpoint
ALTER TABLE "recipients" ADD COLUMN "address_waits_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "address_change_notices" ADD CONSTRAINT "address_change_notices_change_id_address_changes_id_fk" FOREIGN KEY ("change_id") REFERENCES "public"."address_changes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "address_changes" ADD CONSTRAINT "address_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "address_changes" ADD CONSTRAINT "address_changes_recipient_id_recipients_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."recipients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "address_changes" ADD CONSTRAINT "address_changes_report_id_death_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."death_reports"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "address_changes" ADD CONSTRAINT "address_changes_access_id_trusted_access_id_fk" FOREIGN KEY ("access_id") REFERENCES "public"."trusted_access"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "address_change_notices_token_hash_key" ON "address_change_notices" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "address_change_notices_change_id" ON "address_change_notices" USING btree ("change_id");--> statement-breakpoint
CREATE UNIQUE INDEX "address_changes_proposed_key" ON "address_changes" USING btree ("recipient_id") WHERE "address_changes"."state" = 'proposed';--> statement-breakpoint
CREATE INDEX "address_changes_recipient_id" ON "address_changes" USING btree ("recipient_id","created_at");--> statement-breakpoint
CREATE INDEX "address_changes_user_id" ON "address_changes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "address_changes_report_id" ON "address_changes" USING btree ("report_id");--> statement-breakpoint
CREATE INDEX "address_changes_access_id" ON "address_changes" USING btree ("access_id");--> statement-breakpoint
CREATE INDEX "address_changes_disputed" ON "address_changes" USING btree ("recipient_id") WHERE "address_changes"."disputed_at" is not null and "address_changes"."settled_at" is null and "address_changes"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "address_changes_state" ON "address_changes" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE INDEX "recipients_address_waits" ON "recipients" USING btree ("address_waits_until") WHERE "recipients"."address_waits_until" is not null;