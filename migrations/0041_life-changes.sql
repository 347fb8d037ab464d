CREATE TABLE "life_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"recipient_id" uuid NOT NULL,
	"access_id" uuid,
	"kind" text NOT NULL,
	"note" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"answered_at" timestamp (3) with time zone,
	"staff_id" uuid,
	"staff_note" text,
	"confirmed_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"ended_by" text
);
--> statement-breakpoint
ALTER TABLE "life_changes" ADD CONSTRAINT "life_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "life_changes" ADD CONSTRAINT "life_changes_recipient_id_recipients_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."recipients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "life_changes" ADD CONSTRAINT "life_changes_access_id_trusted_access_id_fk" FOREIGN KEY ("access_id") REFERENCES "public"."trusted_access"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "life_changes_open_key" ON "life_changes" USING btree ("recipient_id","kind") WHERE "life_changes"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "life_changes_unended" ON "life_changes" USING btree ("created_at","id") WHERE "life_changes"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "life_changes_ended" ON "life_changes" USING btree ("created_at","id") WHERE "life_changes"."ended_at" is not null;--> statement-breakpoint
CREATE INDEX "life_changes_user_id" ON "life_changes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "life_changes_recipient_id" ON "life_changes" USING btree ("recipient_id");--> statement-breakpoint
CREATE INDEX "life_changes_access_id" ON "life_changes" USING btree ("access_id");