CREATE TABLE "clock_sightings" (
	"boot_id" text PRIMARY KEY NOT NULL,
	"uptime_seconds" double precision NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL
);
