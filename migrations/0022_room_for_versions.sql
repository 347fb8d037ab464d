-- Rows have grown since: with 35, every fifth delivery that went well moved to another page and wrote all indexes again. Holds for new pages.
ALTER TABLE "delivery_queue" SET (fillfactor = 27);
