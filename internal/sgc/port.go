package sgc

import (
	"context"
	"io"
	"time"

	"cohortium/internal/auth"
)

// Blobs holds immutable files under keys made of ids. An absent key is errs.NotFound.
type Blobs interface {
	// Put stores all of r under key and gives its size in bytes and the hex SHA-256.
	Put(ctx context.Context, key string, r io.Reader) (size int64, sha256 string, err error)
	// OpenRange reads length bytes from offset; to the end when length < 0.
	OpenRange(ctx context.Context, key string, offset, length int64) (io.ReadCloser, error)
	// Delete removes a blob; deleting an absent one is no error.
	Delete(ctx context.Context, key string) error
	// DeletePrefix removes every blob whose key starts with prefix.
	DeletePrefix(ctx context.Context, prefix string) error
	// Sweep removes blobs under a prefix that were written before a time and that
	// keep does not know, and gives their number.
	Sweep(ctx context.Context, prefix string, before time.Time, keep func(ctx context.Context, key string) (bool, error)) (int, error)
}

// Accounts finds the people to whom a cohort may be given. An unknown name is
// errs.NotFound.
type Accounts interface {
	UserByName(ctx context.Context, userName string) (*auth.User, error)
}
