CREATE TABLE "staff_absences" (
	"id" uuid PRIMARY KEY NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"warned_at" timestamp (3) with time zone NOT NULL,
	"told_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "schedule_hand_overs" (
	"schedule_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"handed_over_at" timestamp (3) with time zone NOT NULL,
	"delivery_date" timestamp (3) with time zone NOT NULL,
	"delivery_type" text NOT NULL,
	"local_date" date NOT NULL,
	"local_time" text NOT NULL,
	"release_days" integer,
	"series_id" uuid,
	"year" integer
);
--> statement-breakpoint
CREATE TABLE "closing_notices" (
	"closing_id" uuid NOT NULL,
	"step" text NOT NULL,
	"address" text NOT NULL,
	"role" text NOT NULL,
	"user_id" uuid NOT NULL,
	"mail_id" uuid NOT NULL,
	"written_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "closing_notices_closing_id_step_address_pk" PRIMARY KEY("closing_id","step","address")
);
--> statement-breakpoint
CREATE TABLE "closings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"announced_at" timestamp (3) with time zone NOT NULL,
	"announced_by" text NOT NULL,
	"last_day" date NOT NULL,
	"withdrawn_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"links_until" date
);
--> statement-breakpoint
ALTER TABLE "schedule_hand_overs" ADD CONSTRAINT "schedule_hand_overs_schedule_id_schedules_id_fk" FOREIGN KEY ("schedule_id") REFERENCES "public"."schedules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_hand_overs" ADD CONSTRAINT "schedule_hand_overs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_hand_overs" ADD CONSTRAINT "schedule_hand_overs_series_id_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."series"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "closing_notices" ADD CONSTRAINT "closing_notices_closing_id_closings_id_fk" FOREIGN KEY ("closing_id") REFERENCES "public"."closings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "closing_notices" ADD CONSTRAINT "closing_notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "staff_absences_open_key" ON "staff_absences" USING btree (("ended_at" is null)) WHERE "staff_absences"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "schedule_hand_overs_user_id" ON "schedule_hand_overs" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "schedule_hand_overs_series_id" ON "schedule_hand_overs" USING btree ("series_id");--> statement-breakpoint
CREATE INDEX "closing_notices_user_id" ON "closing_notices" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "closings_in_force_key" ON "closings" USING btree (("withdrawn_at" is null)) WHERE "closings"."withdrawn_at" is null;