package answer

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
)

// Public is a public answer: JSON that is named by its content.
type Public struct {
	Body  []byte
	Match string // the caller's cached name
}

// Write writes the answer, or that it is unchanged.
func (a Public) Write(w http.ResponseWriter) error {
	sum := sha256.Sum256(a.Body)
	tag := `"` + hex.EncodeToString(sum[:16]) + `"`
	h := w.Header()
	h.Set("Cache-Control", PublicCache)
	h.Set("ETag", tag)
	if a.Match == tag {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	return Raw(a.Body).Write(w)
}
