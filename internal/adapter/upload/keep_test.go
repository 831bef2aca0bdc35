package upload_test

import (
	"bytes"
	"context"
	"testing"

	"cohortium/internal/adapter/upload"
	"cohortium/internal/platform/errs"
)

func testKept(t *testing.T, b *bench) {
	data := noise(400_000)
	kept, err := b.service.Keep(t.Context(), "u1", "a.gz", int64(len(data)), bytes.NewReader(data))
	must(t, err)
	if !kept.Complete || kept.Name != "a.gz" || kept.OwnerID != "u1" {
		t.Errorf("kept: %+v", kept)
	}
	b.wantFile(t, upload.Path+kept.ID, data)

	if _, err = b.service.Keep(t.Context(), "u1", "short", 11, bytes.NewReader(noise(10))); errs.CodeOf(err) != "broken_off" {
		t.Errorf("a file that ends early: %v", err)
	}
	if _, err = b.service.Keep(t.Context(), "u1", "large", options.MaxBytes+1, bytes.NewReader(nil)); !errs.Is(err, errs.TooLarge) {
		t.Errorf("a file above the limit: %v", err)
	}
	gone, end := context.WithCancel(t.Context())
	end()
	if _, err = b.service.Keep(gone, "u1", "late", 10, bytes.NewReader(noise(10))); err == nil {
		t.Error("a file is taken in for a request that has ended")
	}
	pending, err := b.service.PendingFiles(t.Context(), "u1")
	must(t, err)
	if len(pending) != 1 {
		t.Errorf("%d files stay, want the one that is whole", len(pending))
	}
}
