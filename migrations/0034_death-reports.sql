CREATE TABLE "death_certificates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"report_id" uuid NOT NULL,
	"user_id" uuid,
	"deceased_name" text NOT NULL,
	"kind" text NOT NULL,
	"storage_key" text NOT NULL,
	"media_type" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	"stored_sha256" text NOT NULL,
	"stored_bytes" integer NOT NULL,
	"submitted_by" text NOT NULL,
	"verified_by" uuid,
	"verified_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "death_report_approvals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"report_id" uuid NOT NULL,
	"round" integer NOT NULL,
	"staff_id" uuid NOT NULL,
	"note" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "death_reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"alive_token_hash" text NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"reporter_name" text NOT NULL,
	"reporter_email" text NOT NULL,
	"relationship" text NOT NULL,
	"reporter_user_id" uuid,
	"timezone" text NOT NULL,
	"code_id" uuid,
	"code_tries_left" integer DEFAULT 0 NOT NULL,
	"code_valid_until" timestamp (3) with time zone,
	"confirmed_at" timestamp (3) with time zone,
	"deceased_name" text NOT NULL,
	"deceased_email" text,
	"date_of_death" date NOT NULL,
	"is_date_approximate" boolean NOT NULL,
	"other_evidence" text,
	"submitted_at" timestamp (3) with time zone,
	"matched_at" timestamp (3) with time zone,
	"user_id" uuid,
	"proof_received_at" timestamp (3) with time zone,
	"review_due_at" timestamp (3) with time zone,
	"round" integer DEFAULT 1 NOT NULL,
	"verified_at" timestamp (3) with time zone,
	"objection_ends_at" timestamp (3) with time zone,
	"next_ask_at" timestamp (3) with time zone,
	"ask_count" integer DEFAULT 0 NOT NULL,
	"stopped_at" timestamp (3) with time zone,
	"stopped_by" text,
	"rejected_at" timestamp (3) with time zone,
	"rejected_by" uuid,
	"rejection_note" text,
	"released_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "last_sign_in_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "death_certificates" ADD CONSTRAINT "death_certificates_report_id_death_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."death_reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "death_certificates" ADD CONSTRAINT "death_certificates_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "death_report_approvals" ADD CONSTRAINT "death_report_approvals_report_id_death_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."death_reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "death_reports" ADD CONSTRAINT "death_reports_reporter_user_id_users_id_fk" FOREIGN KEY ("reporter_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "death_reports" ADD CONSTRAINT "death_reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "death_certificates_report_id" ON "death_certificates" USING btree ("report_id");--> statement-breakpoint
CREATE INDEX "death_certificates_user_id" ON "death_certificates" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "death_certificates_sha256" ON "death_certificates" USING btree ("sha256");--> statement-breakpoint
CREATE UNIQUE INDEX "death_certificates_storage_key_key" ON "death_certificates" USING btree ("storage_key");--> statement-breakpoint
CREATE UNIQUE INDEX "death_report_approvals_once" ON "death_report_approvals" USING btree ("report_id","round","staff_id");--> statement-breakpoint
CREATE UNIQUE INDEX "death_reports_token_hash_key" ON "death_reports" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "death_reports_alive_token_hash_key" ON "death_reports" USING btree ("alive_token_hash");--> statement-breakpoint
CREATE INDEX "death_reports_state" ON "death_reports" USING btree ("state","submitted_at","id");--> statement-breakpoint
CREATE INDEX "death_reports_user_id" ON "death_reports" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "death_reports_reporter" ON "death_reports" USING btree (lower("reporter_email"));--> statement-breakpoint
CREATE INDEX "death_reports_reporter_user_id" ON "death_reports" USING btree ("reporter_user_id");--> statement-breakpoint
CREATE INDEX "death_reports_to_match" ON "death_reports" USING btree ("submitted_at") WHERE "death_reports"."submitted_at" is not null and "death_reports"."matched_at" is null;--> statement-breakpoint
CREATE INDEX "death_reports_to_ask" ON "death_reports" USING btree ("next_ask_at") WHERE "death_reports"."next_ask_at" is not null;--> statement-breakpoint
CREATE INDEX "death_reports_to_end" ON "death_reports" USING btree ("objection_ends_at") WHERE "death_reports"."state" = 'objection_window';--> statement-breakpoint
CREATE INDEX "death_reports_drafts" ON "death_reports" USING btree ("created_at") WHERE "death_reports"."state" = 'draft';--> statement-breakpoint
CREATE UNIQUE INDEX "death_reports_one_window" ON "death_reports" USING btree ("user_id") WHERE "death_reports"."state" in ('objection_window', 'released');