package blob

import "context"

// Sums stores size and SHA-256 of each blob, so that changed content is detected.
type Sums interface {
	// PutSum keeps the size in bytes and the hex SHA-256 of the blob under key.
	PutSum(ctx context.Context, key string, size int64, sha256 string) error
	// DropSum drops the sum of the blob under key; DropSums those whose keys begin with prefix,
	// which ends with a slash.
	DropSum(ctx context.Context, key string) error
	DropSums(ctx context.Context, prefix string) error
}

// KeepSums makes sums record each blob that Put stores and Delete, DeletePrefix and Sweep remove.
// The bucket's own notes are not recorded.
func (b *Bucket) KeepSums(sums Sums) { b.sums = sums }

// noSums stores nothing.
type noSums struct{}

func (noSums) PutSum(context.Context, string, int64, string) error { return nil }
func (noSums) DropSum(context.Context, string) error               { return nil }
func (noSums) DropSums(context.Context, string) error              { return nil }
