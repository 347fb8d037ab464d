CREATE TABLE "recipient_corrections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"recipient_id" uuid NOT NULL,
	"report_id" uuid NOT NULL,
	"access_id" uuid,
	"field" text NOT NULL,
	"old_value" text,
	"new_value" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trusted_access" (
	"id" uuid PRIMARY KEY NOT NULL,
	"report_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"recipient_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trusted_answers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"access_id" uuid NOT NULL,
	"window_began_at" timestamp (3) with time zone NOT NULL,
	"answer" text NOT NULL,
	"note" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "recipient_corrections" ADD CONSTRAINT "recipient_corrections_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recipient_corrections" ADD CONSTRAINT "recipient_corrections_recipient_id_recipients_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."recipients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recipient_corrections" ADD CONSTRAINT "recipient_corrections_report_id_death_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."death_reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recipient_corrections" ADD CONSTRAINT "recipient_corrections_access_id_trusted_access_id_fk" FOREIGN KEY ("access_id") REFERENCES "public"."trusted_access"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trusted_access" ADD CONSTRAINT "trusted_access_report_id_death_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."death_reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trusted_access" ADD CONSTRAINT "trusted_access_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trusted_access" ADD CONSTRAINT "trusted_access_recipient_id_recipients_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."recipients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trusted_answers" ADD CONSTRAINT "trusted_answers_access_id_trusted_access_id_fk" FOREIGN KEY ("access_id") REFERENCES "public"."trusted_access"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "recipient_corrections_report_id" ON "recipient_corrections" USING btree ("report_id","id");--> statement-breakpoint
CREATE INDEX "recipient_corrections_access_id" ON "recipient_corrections" USING btree ("access_id");--> statement-breakpoint
CREATE INDEX "recipient_corrections_user_id" ON "recipient_corrections" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "recipient_corrections_recipient_id" ON "recipient_corrections" USING btree ("recipient_id");--> statement-breakpoint
CREATE UNIQUE INDEX "trusted_access_token_hash_key" ON "trusted_access" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "trusted_access_report_recipient_key" ON "trusted_access" USING btree ("report_id","recipient_id");--> statement-breakpoint
CREATE INDEX "trusted_access_user_id" ON "trusted_access" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "trusted_access_recipient_id" ON "trusted_access" USING btree ("recipient_id");--> statement-breakpoint
CREATE UNIQUE INDEX "trusted_answers_once" ON "trusted_answers" USING btree ("access_id","window_began_at");