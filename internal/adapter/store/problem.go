package store

import (
	"context"
	"database/sql/driver"
	"errors"
	"io"
	"net"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"cohortium/internal/platform/errs"
)

// PostgreSQL error codes that are distinguished.
const (
	pgUniqueViolation      = "23505"
	pgForeignKeyViolation  = "23503"
	pgSerializationFailure = "40001"
	pgDeadlock             = "40P01"
	pgLockNotAvailable     = "55P03"
	pgReadOnly             = "25006"
	pgDiskFull             = "53100"
	pgTooManyConnections   = "53300"
	pgShutdown             = "57P01"
	pgCrash                = "57P02"
	pgStarting             = "57P03"
)

// Error codes of a read-only or full database.
const (
	codeFull     = "disk_full"
	codeReadOnly = "read_only"
)

// problem converts a database error to a kind that callers can act on.
func problem(err error) error {
	var known *errs.Error
	switch {
	case err == nil, errors.As(err, &known), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	case full(err):
		return errs.New(errs.Unavailable, codeFull, "The database has no space left; free some and try again.").Because(err)
	case readOnly(err):
		return errs.New(
			errs.Unavailable,
			codeReadOnly,
			"The database is read-only at present: changes cannot be saved, and downloads cannot be recorded. Try again later, or ask the operator of this server to make it writable.",
		).Because(
			err,
		)
	case unavailable(err):
		return errs.New(errs.Unavailable, "database", "The database does not answer; try again in a moment.").Because(err)
	}
	return err
}

// taken returns the column whose uniqueness err breaks, "" if it is another error.
func taken(err error) string {
	var pg *pgconn.PgError
	if errors.As(err, &pg) && pg.Code == pgUniqueViolation {
		column := strings.TrimPrefix(pg.ConstraintName, pg.TableName+"_")
		if column == "pkey" {
			return "id"
		}
		return strings.TrimSuffix(column, "_key")
	}
	var lite *sqlite.Error
	if errors.As(err, &lite) {
		switch lite.Code() {
		case sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY:
			_, columns, _ := strings.Cut(lite.Error(), "failed: ")
			column, _, _ := strings.Cut(columns, " (")
			column, _, _ = strings.Cut(column, ",")
			return column[strings.LastIndexByte(column, '.')+1:]
		}
	}
	return ""
}

// referenced reports whether another row needs the row, or a row that it refers to is absent.
func referenced(err error) bool {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return pg.Code == pgForeignKeyViolation
	}
	var lite *sqlite.Error
	return errors.As(err, &lite) && lite.Code() == sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY
}

// retryable reports whether the transaction lost against another and may run again.
func retryable(err error) bool {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return pg.Code == pgSerializationFailure || pg.Code == pgDeadlock || pg.Code == pgLockNotAvailable
	}
	var lite *sqlite.Error
	return errors.As(err, &lite) && lite.Code()&0xff == sqlite3.SQLITE_BUSY
}

func full(err error) bool {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return pg.Code == pgDiskFull
	}
	var lite *sqlite.Error
	return errors.As(err, &lite) && lite.Code()&0xff == sqlite3.SQLITE_FULL
}

// readOnly reports whether the database can be read but not written: its file, its disk or its
// server allows no more.
func readOnly(err error) bool {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return pg.Code == pgReadOnly
	}
	var lite *sqlite.Error
	return errors.As(err, &lite) && lite.Code()&0xff == sqlite3.SQLITE_READONLY
}

// damaged reports whether a file is not a database, or differs from the one written.
func damaged(err error) bool {
	var lite *sqlite.Error
	return errors.As(err, &lite) && (lite.Code()&0xff == sqlite3.SQLITE_CORRUPT || lite.Code()&0xff == sqlite3.SQLITE_NOTADB)
}

func unavailable(err error) bool {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		switch pg.Code {
		case pgTooManyConnections, pgShutdown, pgCrash, pgStarting, pgSerializationFailure, pgDeadlock, pgLockNotAvailable:
			return true
		}
		return false
	}
	return retryable(err) || lost(err)
}

// lost reports whether there is no connection, or it ended, or the disk does not answer.
func lost(err error) bool {
	var connect *pgconn.ConnectError
	var network net.Error
	var lite *sqlite.Error
	switch {
	case errors.As(err, &connect), errors.As(err, &network), errors.Is(err, driver.ErrBadConn), errors.Is(err, io.ErrUnexpectedEOF):
		return true
	case errors.As(err, &lite):
		return lite.Code()&0xff == sqlite3.SQLITE_IOERR || lite.Code()&0xff == sqlite3.SQLITE_CANTOPEN
	}
	return false
}
