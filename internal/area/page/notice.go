package page

import (
	"context"
	"fmt"
	"strings"
	"time"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// mailPatience is how long a page that follows its source waits for the mail server.
const mailPatience = 10 * time.Second

// tellOwner mails that a published page cannot follow its source. The page states it too, so a mail
// that cannot be sent is only logged.
func (s *Service) tellOwner(ctx context.Context, p *Page, why string) {
	if s.cfg.Mailer == nil || s.cfg.Accounts == nil {
		return
	}
	u, err := s.cfg.Accounts.UserByName(ctx, p.Owner.UserName)
	if errs.Is(err, errs.NotFound) || err == nil && (u.ID != p.Owner.ID || u.Email == "") {
		return
	}
	if err == nil {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(context.WithoutCancel(ctx), mailPatience)
		defer cancel()
		subject := "Your page “" + p.Publication.Title + "” cannot show its newest data"
		err = s.cfg.Mailer.Send(ctx, auth.Message{To: u.Email, Subject: subject, Text: p.behindLetter(why, s.cfg.BaseURL)})
	}
	if err != nil {
		s.cfg.Log.WarnContext(ctx, "the owner of a page that keeps its old table was not mailed", "page_id", p.ID, "err", err)
	}
}

// behindLetter returns the mail to the owner of a page: why it stays unchanged, and what to do.
func (p *Page) behindLetter(why, baseURL string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Hello,\n\nyour published page “%s” follows its source, and cannot show the newest version of it:\n\n%s\n\n", p.Publication.Title, why)
	b.WriteString("Readers still see the page as it was. To show the new data, open the page in the builder, correct it and publish it again.\n")
	if baseURL != "" {
		base := strings.TrimRight(baseURL, "/")
		fmt.Fprintf(&b, "\nThe builder: %s/configbuilder?page=%s\nThe page: %s%s%s\n", base, p.ID, base, PublicPath, p.Publication.Slug)
	}
	return b.String()
}
