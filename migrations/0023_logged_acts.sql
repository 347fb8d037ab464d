CREATE TABLE "logged_acts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"said" text NOT NULL,
	"owner_id" uuid NOT NULL,
	"subject_id" uuid NOT NULL,
	"about_id" uuid,
	"at" timestamp (3) with time zone NOT NULL,
	"recovered_at" timestamp (3) with time zone,
	"settled_at" timestamp (3) with time zone,
	"settled_by" text
);
--> statement-breakpoint
CREATE INDEX "logged_acts_subject" ON "logged_acts" USING btree ("subject_id","at");--> statement-breakpoint
CREATE INDEX "logged_acts_open" ON "logged_acts" USING btree ("at","id") WHERE "logged_acts"."recovered_at" is not null and "logged_acts"."settled_at" is null;