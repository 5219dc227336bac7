BEGIN TRANSACTION;
CREATE TABLE facts (
	table_id TEXT NOT NULL,
	seq INTEGER NOT NULL,
	at TEXT NOT NULL,
	command TEXT,
	line TEXT NOT NULL,
	CONSTRAINT pk_facts PRIMARY KEY (table_id, seq),
	CONSTRAINT fk_facts_table_id_tables FOREIGN KEY(table_id) REFERENCES tables (id)
)
 WITHOUT ROWID

;
INSERT INTO "facts" VALUES('table-a',1,'2026-11-01T10:01:00.250000Z',NULL,'{"fact": 1}');
INSERT INTO "facts" VALUES('table-a',2,'2026-11-01T10:02:00.250000Z','c-2','{"fact": 2}');
INSERT INTO "facts" VALUES('table-a',3,'2026-11-01T10:03:00.250000Z','c-3','{"fact": 3}');
INSERT INTO "facts" VALUES('table-b',1,'2026-11-01T10:01:00.250000Z',NULL,'{"fact": 1}');
INSERT INTO "facts" VALUES('table-b',2,'2026-11-01T10:02:00.250000Z','c-2','{"fact": 2}');
INSERT INTO "facts" VALUES('table-b',3,'2026-11-01T10:03:00.250000Z','c-3','{"fact": 3}');
INSERT INTO "facts" VALUES('table-b',4,'2026-11-01T10:04:00.250000Z','c-4','{"fact": 4}');
CREATE TABLE kosci_schema (
	version_num VARCHAR(32) NOT NULL,
	CONSTRAINT kosci_schema_pkc PRIMARY KEY (version_num)
);
INSERT INTO "kosci_schema" VALUES('0001');
CREATE TABLE seats (
	table_id TEXT NOT NULL,
	seat INTEGER NOT NULL,
	name TEXT NOT NULL,
	bot TEXT,
	device TEXT,
	share BLOB NOT NULL,
	language TEXT NOT NULL,
	CONSTRAINT pk_seats PRIMARY KEY (table_id, seat),
	CONSTRAINT fk_seats_table_id_tables FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "seats" VALUES('table-a',1,'Łucja',NULL,'device-a',X'00000000000000000000000000000000','pl');
INSERT INTO "seats" VALUES('table-a',2,'Ґанна',NULL,'device-b',X'000102030405060708090A0B0C0D0E0F','uk');
INSERT INTO "seats" VALUES('table-b',1,'Łucja','greedy',NULL,X'00000000000000000000000000000000','pl');
INSERT INTO "seats" VALUES('table-b',2,'Ґанна',NULL,'device-b',X'000102030405060708090A0B0C0D0E0F','uk');
CREATE TABLE tables (
	id TEXT NOT NULL,
	created_at TEXT NOT NULL,
	touched_at TEXT NOT NULL,
	state TEXT NOT NULL,
	code TEXT,
	join_token TEXT NOT NULL,
	watch_token TEXT NOT NULL,
	host TEXT NOT NULL,
	sealed_seed BLOB NOT NULL,
	settings JSON NOT NULL,
	CONSTRAINT pk_tables PRIMARY KEY (id),
	CONSTRAINT uq_tables_code UNIQUE (code),
	CONSTRAINT uq_tables_join_token UNIQUE (join_token),
	CONSTRAINT uq_tables_watch_token UNIQUE (watch_token)
);
INSERT INTO "tables" VALUES('table-a','2026-11-01T10:00:00.000000Z','2026-11-01T10:05:00.250000Z','lobby','KOT7','join-a','watch-a','host-a',X'0102FF','{"variant": "yahtzee", "away": 60, "undo": true}');
INSERT INTO "tables" VALUES('table-b','2026-11-01T10:00:00.000000Z','2026-11-01T10:05:00.250000Z','running',NULL,'join-b','watch-b','host-b',X'0102FF','{"variant": "yahtzee", "away": 60, "undo": true}');
CREATE INDEX ix_tables_state ON tables (state);
CREATE INDEX ix_tables_host ON tables (host);
CREATE INDEX ix_seats_device ON seats (device);
COMMIT;
