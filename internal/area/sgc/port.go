package sgc

import (
	"context"
	"io"

	"cohortium/internal/platform/job"
)

// Blobs stores immutable files under keys made of ids. A missing key is errs.NotFound.
type Blobs interface {
	// Put stores all of r under key and returns the size in bytes and the hex SHA-256.
	Put(ctx context.Context, key string, r io.Reader) (size int64, sha256 string, err error)
	// OpenRange reads length bytes from offset; to the end when length < 0.
	OpenRange(ctx context.Context, key string, offset, length int64) (io.ReadCloser, error)
	// Delete removes a blob; deleting a missing one succeeds.
	Delete(ctx context.Context, key string) error
	// DeletePrefix removes every blob whose key starts with prefix.
	DeletePrefix(ctx context.Context, prefix string) error
	job.Sweeper
}
