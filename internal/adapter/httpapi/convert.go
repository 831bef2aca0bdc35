package httpapi

import (
	"cohortium/internal/platform/listing"
)

func ptr[T any](v T) *T { return &v }

// some is a pointer to a text, nil for the empty one.
func some(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// cursorOf is where a list goes on, nil on its last page.
func cursorOf(next listing.Place) *string {
	if next.ID == "" {
		return nil
	}
	return ptr(next.Text())
}
