package blob

import (
	"context"
	"strings"

	"cohortium/internal/platform/errs"
)

// identityKey is the key of the identity that the store shares with its database, and headKey that
// of the newest audit entry seen by a sweep.
const (
	identityKey = "identity"
	headKey     = "sweeps/head"
)

// Restoring begins the identity of a store that a backup is being restored into.
const Restoring = "restoring "

// Head is the newest entry of an audit trail; the zero Head is before the first.
type Head struct {
	Seq  int64  `json:"seq"`
	Hash string `json:"hash"`
}

// Identity returns the identity of the store, "" for none.
func (b *Bucket) Identity(ctx context.Context) (id string, err error) {
	defer errs.Wrap(&err, "blob.Identity")
	id, err = b.getText(ctx, identityKey)
	return strings.TrimSpace(id), ignoreMissing(err)
}

// SetIdentity writes the identity of the store.
func (b *Bucket) SetIdentity(ctx context.Context, id string) (err error) {
	defer errs.Wrap(&err, "blob.SetIdentity")
	return b.putText(ctx, identityKey, id+"\n")
}

// Head returns the newest audit entry seen by a sweep.
func (b *Bucket) Head(ctx context.Context) (h Head, err error) {
	defer errs.Wrap(&err, "blob.Head")
	err = ignoreMissing(b.getJSON(ctx, headKey, &h))
	return h, err
}

// SetHead stores the newest audit entry seen by a sweep.
func (b *Bucket) SetHead(ctx context.Context, h Head) (err error) {
	defer errs.Wrap(&err, "blob.SetHead")
	return b.putJSON(ctx, headKey, h)
}
