package app

import (
	"io"
	"testing"

	"cohortium/internal/area/operation"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/file"
)

// A server is not ready below the threshold of free space, and ready at it.
func TestAServerWithoutSpaceIsNotReady(t *testing.T) {
	t.Parallel()
	free := int64(0)
	k, err := openStack(t.Context(), localSettings(t), newLog(io.Discard), tuning{disk: func(string) operation.Disk { return operation.Disk{Free: free} }})
	must(t, err)
	defer func() { must(t, k.Close()) }()
	for _, c := range []struct {
		free  int64
		ready bool
	}{{0, false}, {99_999_999, false}, {100_000_000, true}, {1 << 40, true}, {-1, true}} {
		free = c.free
		err := k.ready(t.Context())
		if (err == nil) != c.ready || err != nil && (errs.KindOf(err) != errs.Unavailable || errs.CodeOf(err) != file.CodeFull) {
			t.Errorf("%d bytes free: %v", c.free, err)
		}
	}
}
