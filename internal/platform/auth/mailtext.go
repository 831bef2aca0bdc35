package auth

import (
	"fmt"
	"strings"
)

// The mails to users. All name the address of this consortium, none holds a password.

func greeting(u *User) string {
	if u.FirstName == "" {
		return "Hello,\n\n"
	}
	return "Hello " + u.FirstName + ",\n\n"
}

// linkMail returns the mail of an invitation or a password reset.
func (s *Service) linkMail(l *madeLink, u *User) Message {
	m := Message{To: addressOf(u)}
	host := s.settings.BaseURL
	end := fmt.Sprintf("It works once, until %s.\n", spokenTime(l.ExpiresAt))
	if l.Kind == LinkReset {
		m.Subject = "Choose a new password for " + hostOf(host)
		m.Text = greeting(u) + fmt.Sprintf("A new password was requested for your account %s at %s. To choose one, or to keep yours and sign in "+
			"while sign-in is slowed down, open\n\n%s\n\n%s\n"+
			"If this was not you, do nothing: your password stays as it is.\n", u.UserName, host, s.url(l), end)
		return m
	}
	m.Subject = "Your invitation to " + hostOf(host)
	inviter := "You are invited"
	if l.CreatedBy != "" {
		inviter = l.CreatedBy + " invites you"
	}
	m.Text = greeting(u) + fmt.Sprintf("%s to %s as %s, with %s. To accept, open\n\n%s\n\n%s\n"+
		"If you did not expect this, do nothing: without you, the account cannot be used.\n",
		inviter, host, u.UserName, theRoles(u.Roles), s.url(l), end)
	return m
}

// theRoles returns "the role analyst", or "the roles analyst, curator".
func theRoles(names []string) string {
	if len(names) == 1 {
		return "the role " + names[0]
	}
	return "the roles " + strings.Join(names, ", ")
}

// addedMail informs the owner of an account about additional roles.
func (s *Service) addedMail(u *User, roles []Role, by *Identity) Message {
	names := make([]string, len(roles))
	for i, role := range roles {
		names[i] = role.Name
	}
	return Message{
		To: addressOf(u), Subject: "More access at " + hostOf(s.settings.BaseURL),
		Text: greeting(u) + fmt.Sprintf("%s gave your account %s at %s %s. Sign in as always.\n",
			by.User.UserName, u.UserName, s.settings.BaseURL, theRoles(names)),
	}
}

// passwordMail informs the owner of an account about a changed password.
func (s *Service) passwordMail(u *User) Message {
	return Message{
		To: addressOf(u), Subject: "Your password at " + hostOf(s.settings.BaseURL) + " was changed",
		Text: greeting(u) + fmt.Sprintf("The password of your account %s at %s was changed at %s, and all other sessions were ended.\n\n"+
			"If this was not you, ask for a new password on the sign-in page at once.\n", u.UserName, s.settings.BaseURL, spokenTime(s.now())),
	}
}

// addressMail informs the owner of an account, at the old address, about the new one.
func (s *Service) addressMail(u *User, old string) Message {
	return Message{
		To: old, Subject: "Your address at " + hostOf(s.settings.BaseURL) + " was changed",
		Text: greeting(u) + fmt.Sprintf("The e-mail address of your account %s at %s was changed at %s. This address receives no more mail.\n\n"+
			"If this was not you, contact the coordinators of your consortium at once.\n", u.UserName, s.settings.BaseURL, spokenTime(s.now())),
	}
}

// hostOf returns an origin without its scheme, for subjects.
func hostOf(origin string) string {
	_, host, _ := strings.Cut(origin, "://")
	return host
}
