CREATE TABLE "time_zone_rules" (
	"version" text PRIMARY KEY NOT NULL,
	"done_up_to" uuid,
	"finished_at" timestamp (3) with time zone
);
