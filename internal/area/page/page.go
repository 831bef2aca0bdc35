// Package page owns the pages that show tables: their documents and what is wrong
// with them, drafts and versions, whom they belong to and are shared with, the
// addresses at which they are published, pictures, and where they may stand in a
// frame. What a document means when it is drawn is the page's own affair; tables are
// asked for through the interface Tables. It knows no HTTP and no SQL.
package page

import (
	"encoding/json"
	"time"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/record"
)

// ObjectPage is what the audit trail and the history call a page.
const ObjectPage = "page"

// PublicPath is where published pages are, before the slug.
const PublicPath = "/p/pages/"

// MaxDocument bounds the bytes of a document.
const MaxDocument = 1 << 20

// Sharing is who may see a page besides its owner.
type Sharing string

// The ways of sharing, each with more people than the one before.
const (
	Private Sharing = "private"
	People  Sharing = "people"
	Area    Sharing = "area" // everybody with a role in the area of the page
	Public  Sharing = "public"
)

// Sharings lists the ways of sharing, the narrowest first.
func Sharings() []Sharing { return []Sharing{Private, People, Area, Public} }

// Page is a page without its document.
type Page struct {
	ID          string
	Title       string // of the draft
	Area        auth.Area
	Owner       record.Person
	Sharing     Sharing
	People      []record.Person // kept for when it is shared by name again
	TableID     string          // of the draft
	Copied      bool            // the table came with a copy of somebody else's page
	Errors      int             // of the draft, as of its last change
	Warnings    int
	Versions    int64    // how many were kept
	Origins     []string // sites on which it may stand in a frame
	PictureID   string   // "" for none
	Publication *Publication
	CreatedAt   time.Time
	UpdatedAt   time.Time
	UpdatedBy   string
	DeletedAt   *time.Time // since when it is in the bin
	Version     int64
}

// Publication is what makes a page open at an address.
type Publication struct {
	Slug    string
	Number  int64  // of the version that is shown
	TableID string // that is shown
	Title   string // of that version
	About   string // its first words
	Follow  bool   // shows new versions of its source
	// NextID is the table that was made of a newer version of the source last; ""
	// for none. Behind says why it is not shown; "" while it is not known.
	NextID string
	Behind string
	At     time.Time
	By     string
}

// shown is the table that readers of a page see.
func (p *Page) shown() string {
	if p.Publication != nil {
		return p.Publication.TableID
	}
	return p.TableID
}

// Version is a document that was kept. It never changes.
type Version struct {
	PageID   string
	Number   int64 // from 1
	Name     string
	TableID  string // that it was made with
	Document json.RawMessage
	By       string
	At       time.Time
}

// Can is what a caller may do with a page.
type Can struct {
	Edit    bool // save its draft, keep versions, publish
	Share   bool
	Delete  bool // put it into the bin, or out of it for ever
	Restore bool
}
