CREATE TABLE "guardian_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"recipient_id" uuid NOT NULL,
	"guardian_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "guardian_questions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"schedule_id" uuid NOT NULL,
	"recipient_id" uuid NOT NULL,
	"guardian_id" uuid NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"answer" text,
	"answered_at" timestamp (3) with time zone,
	"ask_again_on" date
);
--> statement-breakpoint
ALTER TABLE "life_changes" ADD COLUMN "guardian_id" uuid;--> statement-breakpoint
ALTER TABLE "life_changes" ADD COLUMN "birthday" date;--> statement-breakpoint
ALTER TABLE "recipients" ADD COLUMN "guardian_id" uuid;--> statement-breakpoint
ALTER TABLE "recipients" ADD COLUMN "guardian_until_age" integer DEFAULT 18 NOT NULL;--> statement-breakpoint
ALTER TABLE "guardian_links" ADD CONSTRAINT "guardian_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guardian_links" ADD CONSTRAINT "guardian_links_recipient_id_recipients_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."recipients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guardian_links" ADD CONSTRAINT "guardian_links_guardian_id_recipients_id_fk" FOREIGN KEY ("guardian_id") REFERENCES "public"."recipients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guardian_questions" ADD CONSTRAINT "guardian_questions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guardian_questions" ADD CONSTRAINT "guardian_questions_schedule_id_schedules_id_fk" FOREIGN KEY ("schedule_id") REFERENCES "public"."schedules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guardian_questions" ADD CONSTRAINT "guardian_questions_recipient_id_recipients_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."recipients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guardian_questions" ADD CONSTRAINT "guardian_questions_guardian_id_recipients_id_fk" FOREIGN KEY ("guardian_id") REFERENCES "public"."recipients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "guardian_links_token_hash_key" ON "guardian_links" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "guardian_links_recipient_id" ON "guardian_links" USING btree ("recipient_id");--> statement-breakpoint
CREATE INDEX "guardian_links_guardian_id" ON "guardian_links" USING btree ("guardian_id");--> statement-breakpoint
CREATE INDEX "guardian_links_user_id" ON "guardian_links" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "guardian_questions_schedule_recipient_key" ON "guardian_questions" USING btree ("schedule_id","recipient_id");--> statement-breakpoint
CREATE INDEX "guardian_questions_recipient_id" ON "guardian_questions" USING btree ("recipient_id");--> statement-breakpoint
CREATE INDEX "guardian_questions_guardian_id" ON "guardian_questions" USING btree ("guardian_id");--> statement-breakpoint
CREATE INDEX "guardian_questions_user_id" ON "guardian_questions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "guardian_questions_ask_again" ON "guardian_questions" USING btree ("ask_again_on") WHERE "guardian_questions"."ask_again_on" is not null;--> statement-breakpoint
ALTER TABLE "life_changes" ADD CONSTRAINT "life_changes_guardian_id_recipients_id_fk" FOREIGN KEY ("guardian_id") REFERENCES "public"."recipients"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recipients" ADD CONSTRAINT "recipients_guardian_id_recipients_id_fk" FOREIGN KEY ("guardian_id") REFERENCES "public"."recipients"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "life_changes_guardian_id" ON "life_changes" USING btree ("guardian_id");--> statement-breakpoint
CREATE INDEX "recipients_guardian_id" ON "recipients" USING btree ("guardian_id") WHERE "recipients"."guardian_id" is not null;