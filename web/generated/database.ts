// Written by `balai types` from the database. Not edited by hand.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  public: {
    Tables: {
      absences: {
        Row: {
          calendar_id: string | null;
          created_at: string;
          ends_at: string;
          host_id: string | null;
          id: string;
          note: string;
          room_id: string | null;
          starts_at: string;
        };
        Insert: {
          calendar_id?: string | null;
          created_at?: string;
          ends_at: string;
          host_id?: string | null;
          id?: string;
          note?: string;
          room_id?: string | null;
          starts_at: string;
        };
        Update: {
          calendar_id?: string | null;
          created_at?: string;
          ends_at?: string;
          host_id?: string | null;
          id?: string;
          note?: string;
          room_id?: string | null;
          starts_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: "absences_calendar_id_fkey";
            columns: ["calendar_id"];
            isOneToOne: false;
            referencedRelation: "read_calendars";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "absences_host_id_fkey";
            columns: ["host_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "absences_room_id_fkey";
            columns: ["room_id"];
            isOneToOne: false;
            referencedRelation: "rooms";
            referencedColumns: ["id"];
          },
        ];
      };
      account_deletions: {
        Row: {
          begun_at: string | null;
          by_administrator: boolean;
          due_at: string;
          erases_texts: boolean;
          requested_at: string;
          requested_by: string | null;
          user_id: string;
        };
        Insert: {
          begun_at?: string | null;
          by_administrator?: boolean;
          due_at?: string;
          erases_texts?: boolean;
          requested_at?: string;
          requested_by?: string | null;
          user_id: string;
        };
        Update: {
          begun_at?: string | null;
          by_administrator?: boolean;
          due_at?: string;
          erases_texts?: boolean;
          requested_at?: string;
          requested_by?: string | null;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "account_deletions_requested_by_fkey";
            columns: ["requested_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "account_deletions_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      account_exports: {
        Row: {
          alive_at: string | null;
          attempts: number;
          bytes: number | null;
          ended_at: string | null;
          error: string | null;
          expires_at: string | null;
          id: string;
          member_id: string;
          requested_at: string;
          started_at: string | null;
          version: string | null;
        };
        Insert: {
          alive_at?: string | null;
          attempts?: number;
          bytes?: number | null;
          ended_at?: string | null;
          error?: string | null;
          expires_at?: string | null;
          id?: string;
          member_id: string;
          requested_at?: string;
          started_at?: string | null;
          version?: string | null;
        };
        Update: {
          alive_at?: string | null;
          attempts?: number;
          bytes?: number | null;
          ended_at?: string | null;
          error?: string | null;
          expires_at?: string | null;
          id?: string;
          member_id?: string;
          requested_at?: string;
          started_at?: string | null;
          version?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "account_exports_member_id_fkey";
            columns: ["member_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      administrators: {
        Row: {
          granted_at: string;
          granted_by: string | null;
          user_id: string;
        };
        Insert: {
          granted_at?: string;
          granted_by?: string | null;
          user_id: string;
        };
        Update: {
          granted_at?: string;
          granted_by?: string | null;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "administrators_granted_by_fkey";
            columns: ["granted_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "administrators_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: true;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      answer_keys: {
        Row: {
          id: string;
          is_current: boolean;
          seen_at: string;
        };
        Insert: {
          id: string;
          is_current?: boolean;
          seen_at?: string;
        };
        Update: {
          id?: string;
          is_current?: boolean;
          seen_at?: string;
        };
        Relationships: [];
      };
      appearances: {
        Row: {
          accent: string | null;
          cover_focus_x: number;
          cover_focus_y: number;
          cover_url: string | null;
          font_pair: string;
          id: number;
          logo_url: string | null;
          preset: string;
          replaced_at: string;
          replaced_by: string | null;
        };
        Insert: {
          accent?: string | null;
          cover_focus_x: number;
          cover_focus_y: number;
          cover_url?: string | null;
          font_pair: string;
          id?: never;
          logo_url?: string | null;
          preset: string;
          replaced_at?: string;
          replaced_by?: string | null;
        };
        Update: {
          accent?: string | null;
          cover_focus_x?: number;
          cover_focus_y?: number;
          cover_url?: string | null;
          font_pair?: string;
          id?: never;
          logo_url?: string | null;
          preset?: string;
          replaced_at?: string;
          replaced_by?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "appearances_replaced_by_fkey";
            columns: ["replaced_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      area_bans: {
        Row: {
          banned_by: string | null;
          created_at: string;
          forum_id: string;
          member_id: string;
          reason: string;
          until: string | null;
        };
        Insert: {
          banned_by?: string | null;
          created_at?: string;
          forum_id: string;
          member_id: string;
          reason: string;
          until?: string | null;
        };
        Update: {
          banned_by?: string | null;
          created_at?: string;
          forum_id?: string;
          member_id?: string;
          reason?: string;
          until?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "area_bans_banned_by_fkey";
            columns: ["banned_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "area_bans_forum_id_fkey";
            columns: ["forum_id"];
            isOneToOne: false;
            referencedRelation: "forums";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "area_bans_member_id_fkey";
            columns: ["member_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      area_rights: {
        Row: {
          forum_id: string;
          group_id: string | null;
          id: string;
          rights: Database["public"]["Enums"]["site_right"][];
        };
        Insert: {
          forum_id: string;
          group_id?: string | null;
          id?: string;
          rights: Database["public"]["Enums"]["site_right"][];
        };
        Update: {
          forum_id?: string;
          group_id?: string | null;
          id?: string;
          rights?: Database["public"]["Enums"]["site_right"][];
        };
        Relationships: [
          {
            foreignKeyName: "area_rights_forum_id_fkey";
            columns: ["forum_id"];
            isOneToOne: false;
            referencedRelation: "forums";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "area_rights_group_id_fkey";
            columns: ["group_id"];
            isOneToOne: false;
            referencedRelation: "groups";
            referencedColumns: ["id"];
          },
        ];
      };
      article_act_items: {
        Row: {
          act_id: string;
          article_id: string;
          before: Json;
        };
        Insert: {
          act_id: string;
          article_id: string;
          before: Json;
        };
        Update: {
          act_id?: string;
          article_id?: string;
          before?: Json;
        };
        Relationships: [
          {
            foreignKeyName: "article_act_items_act_id_fkey";
            columns: ["act_id"];
            isOneToOne: false;
            referencedRelation: "article_acts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "article_act_items_article_id_fkey";
            columns: ["article_id"];
            isOneToOne: false;
            referencedRelation: "articles";
            referencedColumns: ["id"];
          },
        ];
      };
      article_acts: {
        Row: {
          actor_id: string | null;
          created_at: string;
          id: string;
          item_count: number;
          kind: string;
          tag: string | null;
          undone_at: string | null;
          undone_by: string | null;
        };
        Insert: {
          actor_id?: string | null;
          created_at?: string;
          id: string;
          item_count?: number;
          kind: string;
          tag?: string | null;
          undone_at?: string | null;
          undone_by?: string | null;
        };
        Update: {
          actor_id?: string | null;
          created_at?: string;
          id?: string;
          item_count?: number;
          kind?: string;
          tag?: string | null;
          undone_at?: string | null;
          undone_by?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "article_acts_actor_id_fkey";
            columns: ["actor_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "article_acts_undone_by_fkey";
            columns: ["undone_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      article_editions: {
        Row: {
          after_guest: string;
          after_member: string;
          article_id: string;
          created_at: string;
          ended_at: string | null;
          next_batch_at: string;
          queued: number;
          requested_by: string | null;
          started_at: string | null;
          stopped_at: string | null;
        };
        Insert: {
          after_guest?: string;
          after_member?: string;
          article_id: string;
          created_at?: string;
          ended_at?: string | null;
          next_batch_at?: string;
          queued?: number;
          requested_by?: string | null;
          started_at?: string | null;
          stopped_at?: string | null;
        };
        Update: {
          after_guest?: string;
          after_member?: string;
          article_id?: string;
          created_at?: string;
          ended_at?: string | null;
          next_batch_at?: string;
          queued?: number;
          requested_by?: string | null;
          started_at?: string | null;
          stopped_at?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "article_editions_article_id_fkey";
            columns: ["article_id"];
            isOneToOne: true;
            referencedRelation: "articles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "article_editions_requested_by_fkey";
            columns: ["requested_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      article_reviews: {
        Row: {
          article_id: string;
          comment: string;
          decided_at: string | null;
          decided_by: string | null;
          id: string;
          language: Database["public"]["Enums"]["language"];
          member_id: string | null;
          note: string;
          outcome: string | null;
          submitted_at: string;
        };
        Insert: {
          article_id: string;
          comment?: string;
          decided_at?: string | null;
          decided_by?: string | null;
          id: string;
          language: Database["public"]["Enums"]["language"];
          member_id?: string | null;
          note?: string;
          outcome?: string | null;
          submitted_at?: string;
        };
        Update: {
          article_id?: string;
          comment?: string;
          decided_at?: string | null;
          decided_by?: string | null;
          id?: string;
          language?: Database["public"]["Enums"]["language"];
          member_id?: string | null;
          note?: string;
          outcome?: string | null;
          submitted_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: "article_reviews_article_id_fkey";
            columns: ["article_id"];
            isOneToOne: false;
            referencedRelation: "articles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "article_reviews_decided_by_fkey";
            columns: ["decided_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "article_reviews_member_id_fkey";
            columns: ["member_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      article_slugs: {
        Row: {
          article_id: string;
          is_public: boolean;
          slug: string;
        };
        Insert: {
          article_id: string;
          is_public?: boolean;
          slug: string;
        };
        Update: {
          article_id?: string;
          is_public?: boolean;
          slug?: string;
        };
        Relationships: [
          {
            foreignKeyName: "article_slugs_article_id_fkey";
            columns: ["article_id"];
            isOneToOne: false;
            referencedRelation: "articles";
            referencedColumns: ["id"];
          },
        ];
      };
      article_texts: {
        Row: {
          article_id: string;
          body: Json;
          cover_alt: string;
          language: Database["public"]["Enums"]["language"];
          slug: string;
          source_base: number | null;
          source_version: number | null;
          status: string;
          summary: string;
          title: string;
          updated_at: string;
          version: number;
        };
        Insert: {
          article_id: string;
          body: Json;
          cover_alt?: string;
          language: Database["public"]["Enums"]["language"];
          slug: string;
          source_base?: number | null;
          source_version?: number | null;
          status?: string;
          summary?: string;
          title: string;
          updated_at?: string;
          version?: number;
        };
        Update: {
          article_id?: string;
          body?: Json;
          cover_alt?: string;
          language?: Database["public"]["Enums"]["language"];
          slug?: string;
          source_base?: number | null;
          source_version?: number | null;
          status?: string;
          summary?: string;
          title?: string;
          updated_at?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: "article_texts_article_id_fkey";
            columns: ["article_id"];
            isOneToOne: false;
            referencedRelation: "articles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "article_texts_source_base_fkey";
            columns: ["source_base"];
            isOneToOne: false;
            referencedRelation: "article_versions";
            referencedColumns: ["id"];
          },
        ];
      };
      article_versions: {
        Row: {
          article_id: string;
          author_id: string | null;
          body: Json;
          cover_alt: string;
          id: number;
          language: Database["public"]["Enums"]["language"];
          restored_from: number | null;
          saved_at: string;
          started_at: string;
          summary: string;
          title: string;
          was_published: boolean;
        };
        Insert: {
          article_id: string;
          author_id?: string | null;
          body: Json;
          cover_alt: string;
          id?: never;
          language: Database["public"]["Enums"]["language"];
          restored_from?: number | null;
          saved_at?: string;
          started_at?: string;
          summary: string;
          title: string;
          was_published: boolean;
        };
        Update: {
          article_id?: string;
          author_id?: string | null;
          body?: Json;
          cover_alt?: string;
          id?: never;
          language?: Database["public"]["Enums"]["language"];
          restored_from?: number | null;
          saved_at?: string;
          started_at?: string;
          summary?: string;
          title?: string;
          was_published?: boolean;
        };
        Relationships: [
          {
            foreignKeyName: "article_versions_article_id_fkey";
            columns: ["article_id"];
            isOneToOne: false;
            referencedRelation: "articles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "article_versions_author_id_fkey";
            columns: ["author_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "article_versions_restored_from_fkey";
            columns: ["restored_from"];
            isOneToOne: false;
            referencedRelation: "article_versions";
            referencedColumns: ["id"];
          },
        ];
      };
      articles: {
        Row: {
          author_id: string | null;
          comments_from: string | null;
          cover_url: string | null;
          created_at: string;
          deleted_at: string | null;
          expire_at: string | null;
          group_id: string | null;
          has_comments: boolean;
          id: string;
          publish_at: string | null;
          save_id: string | null;
          source_language: Database["public"]["Enums"]["language"];
          status: string;
          tags: string[];
          updated_at: string;
          version: number;
        };
        Insert: {
          author_id?: string | null;
          comments_from?: string | null;
          cover_url?: string | null;
          created_at?: string;
          deleted_at?: string | null;
          expire_at?: string | null;
          group_id?: string | null;
          has_comments?: boolean;
          id?: string;
          publish_at?: string | null;
          save_id?: string | null;
          source_language: Database["public"]["Enums"]["language"];
          status?: string;
          tags?: string[];
          updated_at?: string;
          version?: number;
        };
        Update: {
          author_id?: string | null;
          comments_from?: string | null;
          cover_url?: string | null;
          created_at?: string;
          deleted_at?: string | null;
          expire_at?: string | null;
          group_id?: string | null;
          has_comments?: boolean;
          id?: string;
          publish_at?: string | null;
          save_id?: string | null;
          source_language?: Database["public"]["Enums"]["language"];
          status?: string;
          tags?: string[];
          updated_at?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: "articles_author_id_fkey";
            columns: ["author_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "articles_comments_from_fkey";
            columns: ["comments_from"];
            isOneToOne: false;
            referencedRelation: "forums";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "articles_group_id_fkey";
            columns: ["group_id"];
            isOneToOne: false;
            referencedRelation: "groups";
            referencedColumns: ["id"];
          },
        ];
      };
      automatic_acts: {
        Row: {
          created_at: string;
          forum_id: string;
          id: string;
          kind: string;
          member_id: string | null;
          post_id: string | null;
          reply_id: string | null;
          reporters: number;
          undone_at: string | null;
          undone_by: string | null;
          until: string | null;
        };
        Insert: {
          created_at?: string;
          forum_id: string;
          id?: string;
          kind: string;
          member_id?: string | null;
          post_id?: string | null;
          reply_id?: string | null;
          reporters: number;
          undone_at?: string | null;
          undone_by?: string | null;
          until?: string | null;
        };
        Update: {
          created_at?: string;
          forum_id?: string;
          id?: string;
          kind?: string;
          member_id?: string | null;
          post_id?: string | null;
          reply_id?: string | null;
          reporters?: number;
          undone_at?: string | null;
          undone_by?: string | null;
          until?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "automatic_acts_forum_id_fkey";
            columns: ["forum_id"];
            isOneToOne: false;
            referencedRelation: "forums";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "automatic_acts_member_id_fkey";
            columns: ["member_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "automatic_acts_post_id_fkey";
            columns: ["post_id"];
            isOneToOne: false;
            referencedRelation: "posts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "automatic_acts_reply_id_fkey";
            columns: ["reply_id"];
            isOneToOne: false;
            referencedRelation: "replies";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "automatic_acts_undone_by_fkey";
            columns: ["undone_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      backups: {
        Row: {
          alive_at: string | null;
          bytes: number | null;
          copied_at: string | null;
          copy_began_at: string | null;
          copy_error: string | null;
          ended_at: string | null;
          error: string | null;
          file: string | null;
          id: string;
          is_stored: boolean;
          requested_at: string;
          scheduled_for: string | null;
          started_at: string | null;
          test_began_at: string | null;
          test_error: string | null;
          tested_at: string | null;
        };
        Insert: {
          alive_at?: string | null;
          bytes?: number | null;
          copied_at?: string | null;
          copy_began_at?: string | null;
          copy_error?: string | null;
          ended_at?: string | null;
          error?: string | null;
          file?: string | null;
          id?: string;
          is_stored?: boolean;
          requested_at?: string;
          scheduled_for?: string | null;
          started_at?: string | null;
          test_began_at?: string | null;
          test_error?: string | null;
          tested_at?: string | null;
        };
        Update: {
          alive_at?: string | null;
          bytes?: number | null;
          copied_at?: string | null;
          copy_began_at?: string | null;
          copy_error?: string | null;
          ended_at?: string | null;
          error?: string | null;
          file?: string | null;
          id?: string;
          is_stored?: boolean;
          requested_at?: string;
          scheduled_for?: string | null;
          started_at?: string | null;
          test_began_at?: string | null;
          test_error?: string | null;
          tested_at?: string | null;
        };
        Relationships: [];
      };
      barrier_items: {
        Row: {
          barrier_id: string | null;
          hidden_at: string;
          host: string | null;
          id: number;
          post_id: string | null;
          reply_id: string | null;
        };
        Insert: {
          barrier_id?: string | null;
          hidden_at?: string;
          host?: string | null;
          id?: never;
          post_id?: string | null;
          reply_id?: string | null;
        };
        Update: {
          barrier_id?: string | null;
          hidden_at?: string;
          host?: string | null;
          id?: never;
          post_id?: string | null;
          reply_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "barrier_items_barrier_id_fkey";
            columns: ["barrier_id"];
            isOneToOne: false;
            referencedRelation: "barriers";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "barrier_items_post_id_fkey";
            columns: ["post_id"];
            isOneToOne: false;
            referencedRelation: "posts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "barrier_items_reply_id_fkey";
            columns: ["reply_id"];
            isOneToOne: false;
            referencedRelation: "replies";
            referencedColumns: ["id"];
          },
        ];
      };
      barriers: {
        Row: {
          created_at: string;
          created_by: string | null;
          id: string;
          kind: string;
          note: string;
          value: string;
        };
        Insert: {
          created_at?: string;
          created_by?: string | null;
          id?: string;
          kind: string;
          note?: string;
          value: string;
        };
        Update: {
          created_at?: string;
          created_by?: string | null;
          id?: string;
          kind?: string;
          note?: string;
          value?: string;
        };
        Relationships: [
          {
            foreignKeyName: "barriers_created_by_fkey";
            columns: ["created_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      booking_answers: {
        Row: {
          booking_id: string | null;
          created_at: string;
          id: string;
          intake_id: string | null;
          is_sensitive: boolean;
          key_id: string | null;
          language: Database["public"]["Enums"]["language"];
          network_hash: string | null;
          object_name: string | null;
          question_id: string;
          sealed: string | null;
          value: Json | null;
        };
        Insert: {
          booking_id?: string | null;
          created_at?: string;
          id?: string;
          intake_id?: string | null;
          is_sensitive: boolean;
          key_id?: string | null;
          language: Database["public"]["Enums"]["language"];
          network_hash?: string | null;
          object_name?: string | null;
          question_id: string;
          sealed?: string | null;
          value?: Json | null;
        };
        Update: {
          booking_id?: string | null;
          created_at?: string;
          id?: string;
          intake_id?: string | null;
          is_sensitive?: boolean;
          key_id?: string | null;
          language?: Database["public"]["Enums"]["language"];
          network_hash?: string | null;
          object_name?: string | null;
          question_id?: string;
          sealed?: string | null;
          value?: Json | null;
        };
        Relationships: [
          {
            foreignKeyName: "booking_answers_booking_id_fkey";
            columns: ["booking_id"];
            isOneToOne: false;
            referencedRelation: "bookings";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "booking_answers_question_id_fkey";
            columns: ["question_id"];
            isOneToOne: false;
            referencedRelation: "service_questions";
            referencedColumns: ["id"];
          },
        ];
      };
      booking_holds: {
        Row: {
          expires_at: string;
          id: string;
          member_id: string | null;
          network_hash: string | null;
          part: number;
          party_size: number;
          secret_hash: string;
          service_id: string;
          slot_id: string;
          starts_at: string;
        };
        Insert: {
          expires_at?: string;
          id?: string;
          member_id?: string | null;
          network_hash?: string | null;
          part?: number;
          party_size: number;
          secret_hash: string;
          service_id: string;
          slot_id: string;
          starts_at: string;
        };
        Update: {
          expires_at?: string;
          id?: string;
          member_id?: string | null;
          network_hash?: string | null;
          part?: number;
          party_size?: number;
          secret_hash?: string;
          service_id?: string;
          slot_id?: string;
          starts_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: "booking_holds_member_id_fkey";
            columns: ["member_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "booking_holds_service_id_fkey";
            columns: ["service_id"];
            isOneToOne: false;
            referencedRelation: "services";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "booking_holds_slot_id_fkey";
            columns: ["slot_id"];
            isOneToOne: false;
            referencedRelation: "slots";
            referencedColumns: ["id"];
          },
        ];
      };
      booking_links: {
        Row: {
          booking_id: string;
          created_at: string;
          token: string;
        };
        Insert: {
          booking_id: string;
          created_at?: string;
          token?: string;
        };
        Update: {
          booking_id?: string;
          created_at?: string;
          token?: string;
        };
        Relationships: [
          {
            foreignKeyName: "booking_links_booking_id_fkey";
            columns: ["booking_id"];
            isOneToOne: true;
            referencedRelation: "bookings";
            referencedColumns: ["id"];
          },
        ];
      };
      booking_moves: {
        Row: {
          booking_id: string;
          chosen_by: string[];
          host_id: string | null;
          moved_at: string;
          moved_by: string | null;
          sequence: number;
          starts_at: string;
          undone_at: string | null;
        };
        Insert: {
          booking_id: string;
          chosen_by: string[];
          host_id?: string | null;
          moved_at?: string;
          moved_by?: string | null;
          sequence: number;
          starts_at: string;
          undone_at?: string | null;
        };
        Update: {
          booking_id?: string;
          chosen_by?: string[];
          host_id?: string | null;
          moved_at?: string;
          moved_by?: string | null;
          sequence?: number;
          starts_at?: string;
          undone_at?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "booking_moves_booking_id_fkey";
            columns: ["booking_id"];
            isOneToOne: true;
            referencedRelation: "bookings";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "booking_moves_host_id_fkey";
            columns: ["host_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "booking_moves_moved_by_fkey";
            columns: ["moved_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      booking_notes: {
        Row: {
          body: string;
          booking_id: string;
          created_at: string;
          id: string;
          written_by: string | null;
        };
        Insert: {
          body: string;
          booking_id: string;
          created_at?: string;
          id?: string;
          written_by?: string | null;
        };
        Update: {
          body?: string;
          booking_id?: string;
          created_at?: string;
          id?: string;
          written_by?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "booking_notes_booking_id_fkey";
            columns: ["booking_id"];
            isOneToOne: false;
            referencedRelation: "bookings";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "booking_notes_written_by_fkey";
            columns: ["written_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      booking_prices: {
        Row: {
          amount: number;
          booking_id: string;
          currency: string;
          marked_by: string | null;
          paid_at: string | null;
        };
        Insert: {
          amount: number;
          booking_id: string;
          currency: string;
          marked_by?: string | null;
          paid_at?: string | null;
        };
        Update: {
          amount?: number;
          booking_id?: string;
          currency?: string;
          marked_by?: string | null;
          paid_at?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "booking_prices_booking_id_fkey";
            columns: ["booking_id"];
            isOneToOne: true;
            referencedRelation: "bookings";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "booking_prices_marked_by_fkey";
            columns: ["marked_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      booking_reminders: {
        Row: {
          booking_id: string;
          due_at: string;
          expires_at: string;
          id: number;
          kind: string;
        };
        Insert: {
          booking_id: string;
          due_at: string;
          expires_at: string;
          id?: never;
          kind: string;
        };
        Update: {
          booking_id?: string;
          due_at?: string;
          expires_at?: string;
          id?: never;
          kind?: string;
        };
        Relationships: [
          {
            foreignKeyName: "booking_reminders_booking_id_fkey";
            columns: ["booking_id"];
            isOneToOne: false;
            referencedRelation: "bookings";
            referencedColumns: ["id"];
          },
        ];
      };
      bookings: {
        Row: {
          attendance: Database["public"]["Enums"]["attendance"] | null;
          attendance_at: string | null;
          attendance_by: string | null;
          booked_by: string | null;
          cancelled_at: string | null;
          cancelled_by_staff: boolean;
          chosen_by: string[];
          claimed_from: string | null;
          confirmed_at: string | null;
          created_at: string;
          ends_at: string;
          equipment_id: string | null;
          guest_id: string | null;
          host_id: string | null;
          id: string;
          may_overlap: boolean;
          member_id: string | null;
          note: string;
          offer_until: string | null;
          party_size: number;
          person_id: string | null;
          request_takes_place: boolean;
          request_until: string | null;
          room_id: string | null;
          sequence: number;
          series_id: string | null;
          service_id: string;
          slot_id: string;
          starts_at: string;
          status: Database["public"]["Enums"]["booking_status"];
          takes_place: boolean;
          updated_at: string;
          waited_since: string | null;
          waiting_since: string | null;
          wanted_host_id: string | null;
        };
        Insert: {
          attendance?: Database["public"]["Enums"]["attendance"] | null;
          attendance_at?: string | null;
          attendance_by?: string | null;
          booked_by?: string | null;
          cancelled_at?: string | null;
          cancelled_by_staff?: boolean;
          chosen_by?: string[];
          claimed_from?: string | null;
          confirmed_at?: string | null;
          created_at?: string;
          ends_at: string;
          equipment_id?: string | null;
          guest_id?: string | null;
          host_id?: string | null;
          id?: string;
          may_overlap?: boolean;
          member_id?: string | null;
          note?: string;
          offer_until?: string | null;
          party_size?: number;
          person_id?: never;
          request_takes_place?: boolean;
          request_until?: string | null;
          room_id?: string | null;
          sequence?: number;
          series_id?: string | null;
          service_id: string;
          slot_id: string;
          starts_at: string;
          status?: Database["public"]["Enums"]["booking_status"];
          takes_place?: never;
          updated_at?: string;
          waited_since?: string | null;
          waiting_since?: string | null;
          wanted_host_id?: string | null;
        };
        Update: {
          attendance?: Database["public"]["Enums"]["attendance"] | null;
          attendance_at?: string | null;
          attendance_by?: string | null;
          booked_by?: string | null;
          cancelled_at?: string | null;
          cancelled_by_staff?: boolean;
          chosen_by?: string[];
          claimed_from?: string | null;
          confirmed_at?: string | null;
          created_at?: string;
          ends_at?: string;
          equipment_id?: string | null;
          guest_id?: string | null;
          host_id?: string | null;
          id?: string;
          may_overlap?: boolean;
          member_id?: string | null;
          note?: string;
          offer_until?: string | null;
          party_size?: number;
          person_id?: never;
          request_takes_place?: boolean;
          request_until?: string | null;
          room_id?: string | null;
          sequence?: number;
          series_id?: string | null;
          service_id?: string;
          slot_id?: string;
          starts_at?: string;
          status?: Database["public"]["Enums"]["booking_status"];
          takes_place?: never;
          updated_at?: string;
          waited_since?: string | null;
          waiting_since?: string | null;
          wanted_host_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "bookings_attendance_by_fkey";
            columns: ["attendance_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "bookings_booked_by_fkey";
            columns: ["booked_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "bookings_claimed_from_fkey";
            columns: ["claimed_from"];
            isOneToOne: false;
            referencedRelation: "guests";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "bookings_equipment_id_fkey";
            columns: ["equipment_id"];
            isOneToOne: false;
            referencedRelation: "rooms";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "bookings_guest_id_fkey";
            columns: ["guest_id"];
            isOneToOne: false;
            referencedRelation: "guests";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "bookings_host_id_fkey";
            columns: ["host_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "bookings_member_id_fkey";
            columns: ["member_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "bookings_room_id_fkey";
            columns: ["room_id"];
            isOneToOne: false;
            referencedRelation: "rooms";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "bookings_service_id_fkey";
            columns: ["service_id"];
            isOneToOne: false;
            referencedRelation: "services";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "bookings_slot_id_fkey";
            columns: ["slot_id"];
            isOneToOne: false;
            referencedRelation: "slots";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "bookings_wanted_host_id_fkey";
            columns: ["wanted_host_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      bookmarks: {
        Row: {
          article_id: string | null;
          created_at: string;
          id: string;
          member_id: string;
          note: string;
          post_id: string | null;
          remind_at: string | null;
          reminded_at: string | null;
          reply_id: string | null;
          resource_id: string | null;
          service_id: string | null;
        };
        Insert: {
          article_id?: string | null;
          created_at?: string;
          id?: string;
          member_id?: string;
          note?: string;
          post_id?: string | null;
          remind_at?: string | null;
          reminded_at?: string | null;
          reply_id?: string | null;
          resource_id?: string | null;
          service_id?: string | null;
        };
        Update: {
          article_id?: string | null;
          created_at?: string;
          id?: string;
          member_id?: string;
          note?: string;
          post_id?: string | null;
          remind_at?: string | null;
          reminded_at?: string | null;
          reply_id?: string | null;
          resource_id?: string | null;
          service_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "bookmarks_article_id_fkey";
            columns: ["article_id"];
            isOneToOne: false;
            referencedRelation: "articles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "bookmarks_member_id_fkey";
            columns: ["member_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "bookmarks_post_id_fkey";
            columns: ["post_id"];
            isOneToOne: false;
            referencedRelation: "posts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "bookmarks_reply_id_fkey";
            columns: ["reply_id"];
            isOneToOne: false;
            referencedRelation: "replies";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "bookmarks_resource_id_fkey";
            columns: ["resource_id"];
            isOneToOne: false;
            referencedRelation: "resources";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "bookmarks_service_id_fkey";
            columns: ["service_id"];
            isOneToOne: false;
            referencedRelation: "services";
            referencedColumns: ["id"];
          },
        ];
      };
      bot_check_codes: {
        Row: {
          address_hash: string;
          code_hash: string | null;
          pending_email: Json | null;
          range_hash: string | null;
          sent_at: string;
          token_hash: string | null;
          tries: number;
        };
        Insert: {
          address_hash: string;
          code_hash?: string | null;
          pending_email?: Json | null;
          range_hash?: string | null;
          sent_at: string;
          token_hash?: string | null;
          tries?: number;
        };
        Update: {
          address_hash?: string;
          code_hash?: string | null;
          pending_email?: Json | null;
          range_hash?: string | null;
          sent_at?: string;
          token_hash?: string | null;
          tries?: number;
        };
        Relationships: [];
      };
      bot_check_keys: {
        Row: {
          key: string;
          only_row: boolean;
        };
        Insert: {
          key?: string;
          only_row?: boolean;
        };
        Update: {
          key?: string;
          only_row?: boolean;
        };
        Relationships: [];
      };
      calendar_feeds: {
        Row: {
          covers: string;
          created_at: string;
          id: string;
          owner_id: string;
          room_id: string | null;
          token: string;
        };
        Insert: {
          covers: string;
          created_at?: string;
          id?: string;
          owner_id: string;
          room_id?: string | null;
          token?: string;
        };
        Update: {
          covers?: string;
          created_at?: string;
          id?: string;
          owner_id?: string;
          room_id?: string | null;
          token?: string;
        };
        Relationships: [
          {
            foreignKeyName: "calendar_feeds_owner_id_fkey";
            columns: ["owner_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "calendar_feeds_room_id_fkey";
            columns: ["room_id"];
            isOneToOne: false;
            referencedRelation: "rooms";
            referencedColumns: ["id"];
          },
        ];
      };
      closing_bookings: {
        Row: {
          booking_id: string;
          closing_id: string;
          sequence: number;
        };
        Insert: {
          booking_id: string;
          closing_id: string;
          sequence: number;
        };
        Update: {
          booking_id?: string;
          closing_id?: string;
          sequence?: number;
        };
        Relationships: [
          {
            foreignKeyName: "closing_bookings_booking_id_fkey";
            columns: ["booking_id"];
            isOneToOne: false;
            referencedRelation: "bookings";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "closing_bookings_closing_id_fkey";
            columns: ["closing_id"];
            isOneToOne: false;
            referencedRelation: "closings";
            referencedColumns: ["id"];
          },
        ];
      };
      closing_slots: {
        Row: {
          chosen_by: string[];
          closing_id: string;
          slot_id: string;
        };
        Insert: {
          chosen_by: string[];
          closing_id: string;
          slot_id: string;
        };
        Update: {
          chosen_by?: string[];
          closing_id?: string;
          slot_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "closing_slots_closing_id_fkey";
            columns: ["closing_id"];
            isOneToOne: false;
            referencedRelation: "closings";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "closing_slots_slot_id_fkey";
            columns: ["slot_id"];
            isOneToOne: false;
            referencedRelation: "slots";
            referencedColumns: ["id"];
          },
        ];
      };
      closings: {
        Row: {
          closed_at: string;
          closed_by: string | null;
          colleague_id: string | null;
          host_id: string | null;
          id: string;
          reason: string;
          service_id: string | null;
          span: string;
          undone_at: string | null;
        };
        Insert: {
          closed_at?: string;
          closed_by?: string | null;
          colleague_id?: string | null;
          host_id?: string | null;
          id: string;
          reason?: string;
          service_id?: string | null;
          span: string;
          undone_at?: string | null;
        };
        Update: {
          closed_at?: string;
          closed_by?: string | null;
          colleague_id?: string | null;
          host_id?: string | null;
          id?: string;
          reason?: string;
          service_id?: string | null;
          span?: string;
          undone_at?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "closings_closed_by_fkey";
            columns: ["closed_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "closings_colleague_id_fkey";
            columns: ["colleague_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "closings_host_id_fkey";
            columns: ["host_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "closings_service_id_fkey";
            columns: ["service_id"];
            isOneToOne: false;
            referencedRelation: "services";
            referencedColumns: ["id"];
          },
        ];
      };
      confidential_reads: {
        Row: {
          forum_id: string;
          id: string;
          opened_at: string;
          reader_id: string | null;
          reason: string;
          until: string;
        };
        Insert: {
          forum_id: string;
          id?: string;
          opened_at?: string;
          reader_id?: string | null;
          reason: string;
          until?: string;
        };
        Update: {
          forum_id?: string;
          id?: string;
          opened_at?: string;
          reader_id?: string | null;
          reason?: string;
          until?: string;
        };
        Relationships: [
          {
            foreignKeyName: "confidential_reads_forum_id_fkey";
            columns: ["forum_id"];
            isOneToOne: false;
            referencedRelation: "forums";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "confidential_reads_reader_id_fkey";
            columns: ["reader_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      consents: {
        Row: {
          given_at: string;
          id: string;
          language: Database["public"]["Enums"]["language"];
          origin: string;
          user_id: string;
          version_id: string;
          withdrawn_at: string | null;
        };
        Insert: {
          given_at?: string;
          id?: string;
          language: Database["public"]["Enums"]["language"];
          origin: string;
          user_id: string;
          version_id: string;
          withdrawn_at?: string | null;
        };
        Update: {
          given_at?: string;
          id?: string;
          language?: Database["public"]["Enums"]["language"];
          origin?: string;
          user_id?: string;
          version_id?: string;
          withdrawn_at?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "consents_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "consents_version_id_fkey";
            columns: ["version_id"];
            isOneToOne: false;
            referencedRelation: "page_versions";
            referencedColumns: ["id"];
          },
        ];
      };
      content_versions: {
        Row: {
          body: Json;
          editor_id: string | null;
          id: number;
          language: Database["public"]["Enums"]["language"];
          post_id: string | null;
          reason: string;
          reply_id: string | null;
          saved_at: string;
          text_since: string;
          title: string | null;
        };
        Insert: {
          body: Json;
          editor_id?: string | null;
          id?: never;
          language: Database["public"]["Enums"]["language"];
          post_id?: string | null;
          reason: string;
          reply_id?: string | null;
          saved_at?: string;
          text_since: string;
          title?: string | null;
        };
        Update: {
          body?: Json;
          editor_id?: string | null;
          id?: never;
          language?: Database["public"]["Enums"]["language"];
          post_id?: string | null;
          reason?: string;
          reply_id?: string | null;
          saved_at?: string;
          text_since?: string;
          title?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "content_versions_editor_id_fkey";
            columns: ["editor_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "content_versions_post_id_fkey";
            columns: ["post_id"];
            isOneToOne: false;
            referencedRelation: "posts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "content_versions_reply_id_fkey";
            columns: ["reply_id"];
            isOneToOne: false;
            referencedRelation: "replies";
            referencedColumns: ["id"];
          },
        ];
      };
      conversations: {
        Row: {
          accepted_at: string | null;
          created_at: string;
          declined_at: string | null;
          first_id: string;
          first_read: number;
          id: string;
          last_message_at: string;
          last_number: number;
          second_id: string;
          second_read: number;
          started_by: string;
        };
        Insert: {
          accepted_at?: string | null;
          created_at?: string;
          declined_at?: string | null;
          first_id: string;
          first_read?: number;
          id?: string;
          last_message_at?: string;
          last_number?: number;
          second_id: string;
          second_read?: number;
          started_by: string;
        };
        Update: {
          accepted_at?: string | null;
          created_at?: string;
          declined_at?: string | null;
          first_id?: string;
          first_read?: number;
          id?: string;
          last_message_at?: string;
          last_number?: number;
          second_id?: string;
          second_read?: number;
          started_by?: string;
        };
        Relationships: [
          {
            foreignKeyName: "conversations_first_id_fkey";
            columns: ["first_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "conversations_second_id_fkey";
            columns: ["second_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      desk_cases: {
        Row: {
          claimed_at: string | null;
          claimed_by: string | null;
          decided_at: string | null;
          decided_by: string | null;
          escalated_at: string | null;
          forum_id: string | null;
          id: string;
          kind: string;
          language: Database["public"]["Enums"]["language"] | null;
          opened_at: string;
          state: string;
          thing_id: string;
        };
        Insert: {
          claimed_at?: string | null;
          claimed_by?: string | null;
          decided_at?: string | null;
          decided_by?: string | null;
          escalated_at?: string | null;
          forum_id?: string | null;
          id?: string;
          kind: string;
          language?: Database["public"]["Enums"]["language"] | null;
          opened_at?: string;
          state?: string;
          thing_id: string;
        };
        Update: {
          claimed_at?: string | null;
          claimed_by?: string | null;
          decided_at?: string | null;
          decided_by?: string | null;
          escalated_at?: string | null;
          forum_id?: string | null;
          id?: string;
          kind?: string;
          language?: Database["public"]["Enums"]["language"] | null;
          opened_at?: string;
          state?: string;
          thing_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "desk_cases_claimed_by_fkey";
            columns: ["claimed_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "desk_cases_decided_by_fkey";
            columns: ["decided_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "desk_cases_forum_id_fkey";
            columns: ["forum_id"];
            isOneToOne: false;
            referencedRelation: "forums";
            referencedColumns: ["id"];
          },
        ];
      };
      desk_notes: {
        Row: {
          author_id: string | null;
          body: string;
          case_id: string;
          created_at: string;
          id: string;
        };
        Insert: {
          author_id?: string | null;
          body: string;
          case_id: string;
          created_at?: string;
          id: string;
        };
        Update: {
          author_id?: string | null;
          body?: string;
          case_id?: string;
          created_at?: string;
          id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "desk_notes_author_id_fkey";
            columns: ["author_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "desk_notes_case_id_fkey";
            columns: ["case_id"];
            isOneToOne: false;
            referencedRelation: "desk_cases";
            referencedColumns: ["id"];
          },
        ];
      };
      desk_presence: {
        Row: {
          member_id: string;
          until: string;
        };
        Insert: {
          member_id: string;
          until: string;
        };
        Update: {
          member_id?: string;
          until?: string;
        };
        Relationships: [
          {
            foreignKeyName: "desk_presence_member_id_fkey";
            columns: ["member_id"];
            isOneToOne: true;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      desk_undo: {
        Row: {
          case_id: string;
          data: Json;
        };
        Insert: {
          case_id: string;
          data: Json;
        };
        Update: {
          case_id?: string;
          data?: Json;
        };
        Relationships: [
          {
            foreignKeyName: "desk_undo_case_id_fkey";
            columns: ["case_id"];
            isOneToOne: true;
            referencedRelation: "desk_cases";
            referencedColumns: ["id"];
          },
        ];
      };
      drafts: {
        Row: {
          content: Json;
          place: string;
          updated_at: string;
          user_id: string;
        };
        Insert: {
          content: Json;
          place: string;
          updated_at?: string;
          user_id?: string;
        };
        Update: {
          content?: Json;
          place?: string;
          updated_at?: string;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "drafts_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      email_bounces: {
        Row: {
          bounced_at: string;
          counted: string[];
          guest_id: string | null;
          id: string;
          member_id: string | null;
          reason: string;
          reset_at: string | null;
          retried_at: string | null;
          score: number;
          status: string;
        };
        Insert: {
          bounced_at?: string;
          counted?: string[];
          guest_id?: string | null;
          id?: string;
          member_id?: string | null;
          reason?: string;
          reset_at?: string | null;
          retried_at?: string | null;
          score?: number;
          status?: string;
        };
        Update: {
          bounced_at?: string;
          counted?: string[];
          guest_id?: string | null;
          id?: string;
          member_id?: string | null;
          reason?: string;
          reset_at?: string | null;
          retried_at?: string | null;
          score?: number;
          status?: string;
        };
        Relationships: [
          {
            foreignKeyName: "email_bounces_guest_id_fkey";
            columns: ["guest_id"];
            isOneToOne: true;
            referencedRelation: "newsletter_guests";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "email_bounces_member_id_fkey";
            columns: ["member_id"];
            isOneToOne: true;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      email_checks: {
        Row: {
          checked_at: string | null;
          findings: Json;
          only_row: boolean;
          probe_arrived_at: string | null;
          probe_id: string | null;
          probe_sent_at: string | null;
          selector: string;
          started_at: string;
        };
        Insert: {
          checked_at?: string | null;
          findings?: Json;
          only_row?: boolean;
          probe_arrived_at?: string | null;
          probe_id?: string | null;
          probe_sent_at?: string | null;
          selector?: string;
          started_at?: string;
        };
        Update: {
          checked_at?: string | null;
          findings?: Json;
          only_row?: boolean;
          probe_arrived_at?: string | null;
          probe_id?: string | null;
          probe_sent_at?: string | null;
          selector?: string;
          started_at?: string;
        };
        Relationships: [];
      };
      follows: {
        Row: {
          created_at: string;
          followed_id: string;
          follower_id: string;
        };
        Insert: {
          created_at?: string;
          followed_id: string;
          follower_id: string;
        };
        Update: {
          created_at?: string;
          followed_id?: string;
          follower_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "follows_followed_id_fkey";
            columns: ["followed_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "follows_follower_id_fkey";
            columns: ["follower_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      forum_act_items: {
        Row: {
          act_id: string;
          before: Json;
          id: number;
          post_id: string | null;
          reply_id: string | null;
        };
        Insert: {
          act_id: string;
          before: Json;
          id?: never;
          post_id?: string | null;
          reply_id?: string | null;
        };
        Update: {
          act_id?: string;
          before?: Json;
          id?: never;
          post_id?: string | null;
          reply_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "forum_act_items_act_id_fkey";
            columns: ["act_id"];
            isOneToOne: false;
            referencedRelation: "forum_acts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "forum_act_items_post_id_fkey";
            columns: ["post_id"];
            isOneToOne: false;
            referencedRelation: "posts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "forum_act_items_reply_id_fkey";
            columns: ["reply_id"];
            isOneToOne: false;
            referencedRelation: "replies";
            referencedColumns: ["id"];
          },
        ];
      };
      forum_acts: {
        Row: {
          actor_id: string | null;
          created_at: string;
          id: string;
          item_count: number;
          kind: string;
          source_id: string | null;
          target_id: string | null;
          undone_at: string | null;
          undone_by: string | null;
          value: Json;
        };
        Insert: {
          actor_id?: string | null;
          created_at?: string;
          id: string;
          item_count?: number;
          kind: string;
          source_id?: string | null;
          target_id?: string | null;
          undone_at?: string | null;
          undone_by?: string | null;
          value?: Json;
        };
        Update: {
          actor_id?: string | null;
          created_at?: string;
          id?: string;
          item_count?: number;
          kind?: string;
          source_id?: string | null;
          target_id?: string | null;
          undone_at?: string | null;
          undone_by?: string | null;
          value?: Json;
        };
        Relationships: [
          {
            foreignKeyName: "forum_acts_actor_id_fkey";
            columns: ["actor_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "forum_acts_source_id_fkey";
            columns: ["source_id"];
            isOneToOne: false;
            referencedRelation: "posts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "forum_acts_target_id_fkey";
            columns: ["target_id"];
            isOneToOne: false;
            referencedRelation: "posts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "forum_acts_undone_by_fkey";
            columns: ["undone_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      forum_tags: {
        Row: {
          forum_id: string;
          label: string;
          post_count: number;
          tag: string;
        };
        Insert: {
          forum_id: string;
          label: string;
          post_count?: number;
          tag: string;
        };
        Update: {
          forum_id?: string;
          label?: string;
          post_count?: number;
          tag?: string;
        };
        Relationships: [
          {
            foreignKeyName: "forum_tags_forum_id_fkey";
            columns: ["forum_id"];
            isOneToOne: false;
            referencedRelation: "forums";
            referencedColumns: ["id"];
          },
        ];
      };
      forum_texts: {
        Row: {
          description: string;
          forum_id: string;
          language: Database["public"]["Enums"]["language"];
          name: string;
        };
        Insert: {
          description?: string;
          forum_id: string;
          language: Database["public"]["Enums"]["language"];
          name: string;
        };
        Update: {
          description?: string;
          forum_id?: string;
          language?: Database["public"]["Enums"]["language"];
          name?: string;
        };
        Relationships: [
          {
            foreignKeyName: "forum_texts_forum_id_fkey";
            columns: ["forum_id"];
            isOneToOne: false;
            referencedRelation: "forums";
            referencedColumns: ["id"];
          },
        ];
      };
      forums: {
        Row: {
          comments_of: string | null;
          created_at: string;
          edit_window: string | null;
          group_id: string | null;
          holds_first_posts: boolean | null;
          id: string;
          is_confidential: boolean;
          is_draft: boolean;
          is_of_unpublished: boolean;
          is_restricted: boolean;
          kept_from: string[];
          last_activity_at: string | null;
          latest_post_id: string | null;
          max_in_row: number | null;
          parent_id: string | null;
          position: number;
          post_count: number;
          reply_count: number;
          slot_id: string | null;
          slug: string;
        };
        Insert: {
          comments_of?: string | null;
          created_at?: string;
          edit_window?: string | null;
          group_id?: string | null;
          holds_first_posts?: boolean | null;
          id?: string;
          is_confidential?: boolean;
          is_draft?: boolean;
          is_of_unpublished?: boolean;
          is_restricted?: boolean;
          kept_from?: string[];
          last_activity_at?: string | null;
          latest_post_id?: string | null;
          max_in_row?: number | null;
          parent_id?: string | null;
          position?: number;
          post_count?: number;
          reply_count?: number;
          slot_id?: string | null;
          slug: string;
        };
        Update: {
          comments_of?: string | null;
          created_at?: string;
          edit_window?: string | null;
          group_id?: string | null;
          holds_first_posts?: boolean | null;
          id?: string;
          is_confidential?: boolean;
          is_draft?: boolean;
          is_of_unpublished?: boolean;
          is_restricted?: boolean;
          kept_from?: string[];
          last_activity_at?: string | null;
          latest_post_id?: string | null;
          max_in_row?: number | null;
          parent_id?: string | null;
          position?: number;
          post_count?: number;
          reply_count?: number;
          slot_id?: string | null;
          slug?: string;
        };
        Relationships: [
          {
            foreignKeyName: "forums_comments_of_fkey";
            columns: ["comments_of"];
            isOneToOne: false;
            referencedRelation: "groups";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "forums_group_id_fkey";
            columns: ["group_id"];
            isOneToOne: false;
            referencedRelation: "groups";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "forums_parent_id_fkey";
            columns: ["parent_id"];
            isOneToOne: false;
            referencedRelation: "forums";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "forums_slot_id_fkey";
            columns: ["slot_id"];
            isOneToOne: true;
            referencedRelation: "slots";
            referencedColumns: ["id"];
          },
        ];
      };
      free_time_changes: {
        Row: {
          id: number;
          service_id: string;
        };
        Insert: {
          id?: never;
          service_id: string;
        };
        Update: {
          id?: never;
          service_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "free_time_changes_service_id_fkey";
            columns: ["service_id"];
            isOneToOne: false;
            referencedRelation: "services";
            referencedColumns: ["id"];
          },
        ];
      };
      free_times: {
        Row: {
          ends: string[];
          places: number[];
          service_id: string;
          starts: string[];
          through: string | null;
        };
        Insert: {
          ends?: string[];
          places?: number[];
          service_id: string;
          starts?: string[];
          through?: string | null;
        };
        Update: {
          ends?: string[];
          places?: number[];
          service_id?: string;
          starts?: string[];
          through?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "free_times_service_id_fkey";
            columns: ["service_id"];
            isOneToOne: true;
            referencedRelation: "services";
            referencedColumns: ["id"];
          },
        ];
      };
      group_members: {
        Row: {
          created_at: string;
          group_id: string;
          member_id: string;
          status: string;
        };
        Insert: {
          created_at?: string;
          group_id: string;
          member_id: string;
          status?: string;
        };
        Update: {
          created_at?: string;
          group_id?: string;
          member_id?: string;
          status?: string;
        };
        Relationships: [
          {
            foreignKeyName: "group_members_group_id_fkey";
            columns: ["group_id"];
            isOneToOne: false;
            referencedRelation: "groups";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "group_members_member_id_fkey";
            columns: ["member_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      group_texts: {
        Row: {
          description: string;
          group_id: string;
          language: Database["public"]["Enums"]["language"];
          name: string;
        };
        Insert: {
          description?: string;
          group_id: string;
          language: Database["public"]["Enums"]["language"];
          name: string;
        };
        Update: {
          description?: string;
          group_id?: string;
          language?: Database["public"]["Enums"]["language"];
          name?: string;
        };
        Relationships: [
          {
            foreignKeyName: "group_texts_group_id_fkey";
            columns: ["group_id"];
            isOneToOne: false;
            referencedRelation: "groups";
            referencedColumns: ["id"];
          },
        ];
      };
      groups: {
        Row: {
          created_at: string;
          id: string;
          is_everybody: boolean;
          is_listed: boolean;
          joining: string;
          member_count: number;
          slug: string;
        };
        Insert: {
          created_at?: string;
          id?: string;
          is_everybody?: boolean;
          is_listed?: boolean;
          joining?: string;
          member_count?: number;
          slug: string;
        };
        Update: {
          created_at?: string;
          id?: string;
          is_everybody?: boolean;
          is_listed?: boolean;
          joining?: string;
          member_count?: number;
          slug?: string;
        };
        Relationships: [];
      };
      guest_channels: {
        Row: {
          booking_id: string;
          channel: string;
        };
        Insert: {
          booking_id: string;
          channel: string;
        };
        Update: {
          booking_id?: string;
          channel?: string;
        };
        Relationships: [
          {
            foreignKeyName: "guest_channels_booking_id_fkey";
            columns: ["booking_id"];
            isOneToOne: true;
            referencedRelation: "bookings";
            referencedColumns: ["id"];
          },
        ];
      };
      guest_codes: {
        Row: {
          address_hash: string;
          code_hash: string | null;
          id: number;
          is_phone: boolean;
          network_hash: string | null;
          range_hash: string | null;
          sent_at: string;
          token_hash: string | null;
          tries: number;
        };
        Insert: {
          address_hash: string;
          code_hash?: string | null;
          id?: never;
          is_phone: boolean;
          network_hash?: string | null;
          range_hash?: string | null;
          sent_at?: string;
          token_hash?: string | null;
          tries?: number;
        };
        Update: {
          address_hash?: string;
          code_hash?: string | null;
          id?: never;
          is_phone?: boolean;
          network_hash?: string | null;
          range_hash?: string | null;
          sent_at?: string;
          token_hash?: string | null;
          tries?: number;
        };
        Relationships: [];
      };
      guest_keys: {
        Row: {
          key: string;
          only_row: boolean;
        };
        Insert: {
          key?: string;
          only_row?: boolean;
        };
        Update: {
          key?: string;
          only_row?: boolean;
        };
        Relationships: [];
      };
      guests: {
        Row: {
          claimed_at: string | null;
          claimed_by: string | null;
          created_at: string;
          email: string | null;
          id: string;
          language: Database["public"]["Enums"]["language"];
          name: string;
          name_keys: string;
          phone: string | null;
          proven_at: string | null;
          time_zone: string | null;
        };
        Insert: {
          claimed_at?: string | null;
          claimed_by?: string | null;
          created_at?: string;
          email?: string | null;
          id?: string;
          language?: Database["public"]["Enums"]["language"];
          name: string;
          name_keys?: never;
          phone?: string | null;
          proven_at?: string | null;
          time_zone?: string | null;
        };
        Update: {
          claimed_at?: string | null;
          claimed_by?: string | null;
          created_at?: string;
          email?: string | null;
          id?: string;
          language?: Database["public"]["Enums"]["language"];
          name?: string;
          name_keys?: never;
          phone?: string | null;
          proven_at?: string | null;
          time_zone?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "guests_claimed_by_fkey";
            columns: ["claimed_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      health_findings: {
        Row: {
          checked_at: string;
          code: string;
          details: Json;
          state: string;
          subject: string;
        };
        Insert: {
          checked_at?: string;
          code: string;
          details?: Json;
          state: string;
          subject: string;
        };
        Update: {
          checked_at?: string;
          code?: string;
          details?: Json;
          state?: string;
          subject?: string;
        };
        Relationships: [];
      };
      held_texts: {
        Row: {
          article_id: string | null;
          author_id: string;
          body: Json | null;
          created_at: string;
          decided_at: string | null;
          decided_by: string | null;
          forum_id: string;
          held_for: string;
          id: string;
          kept_from: string[];
          language: Database["public"]["Enums"]["language"];
          note: string;
          poll: Json | null;
          post_id: string | null;
          quoted_reply_id: string | null;
          reason: string | null;
          status: string;
          tags: string[];
          title: string | null;
        };
        Insert: {
          article_id?: string | null;
          author_id: string;
          body?: Json | null;
          created_at?: string;
          decided_at?: string | null;
          decided_by?: string | null;
          forum_id: string;
          held_for: string;
          id: string;
          kept_from?: string[];
          language: Database["public"]["Enums"]["language"];
          note?: string;
          poll?: Json | null;
          post_id?: string | null;
          quoted_reply_id?: string | null;
          reason?: string | null;
          status?: string;
          tags?: string[];
          title?: string | null;
        };
        Update: {
          article_id?: string | null;
          author_id?: string;
          body?: Json | null;
          created_at?: string;
          decided_at?: string | null;
          decided_by?: string | null;
          forum_id?: string;
          held_for?: string;
          id?: string;
          kept_from?: string[];
          language?: Database["public"]["Enums"]["language"];
          note?: string;
          poll?: Json | null;
          post_id?: string | null;
          quoted_reply_id?: string | null;
          reason?: string | null;
          status?: string;
          tags?: string[];
          title?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "held_texts_article_id_fkey";
            columns: ["article_id"];
            isOneToOne: false;
            referencedRelation: "articles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "held_texts_author_id_fkey";
            columns: ["author_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "held_texts_decided_by_fkey";
            columns: ["decided_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "held_texts_forum_id_fkey";
            columns: ["forum_id"];
            isOneToOne: false;
            referencedRelation: "forums";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "held_texts_post_id_fkey";
            columns: ["post_id"];
            isOneToOne: false;
            referencedRelation: "posts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "held_texts_quoted_reply_id_fkey";
            columns: ["quoted_reply_id"];
            isOneToOne: false;
            referencedRelation: "replies";
            referencedColumns: ["id"];
          },
        ];
      };
      holiday_regions: {
        Row: {
          region: string;
        };
        Insert: {
          region: string;
        };
        Update: {
          region?: string;
        };
        Relationships: [];
      };
      incident_people: {
        Row: {
          email: string | null;
          gets_email: boolean;
          guest_id: string | null;
          id: number;
          incident_id: string;
          kinds: string[];
          language: Database["public"]["Enums"]["language"];
          member_id: string | null;
          name: string | null;
          notified_at: string | null;
          phone: string | null;
          since: string;
          since_by_kind: Json;
        };
        Insert: {
          email?: string | null;
          gets_email: boolean;
          guest_id?: string | null;
          id?: never;
          incident_id: string;
          kinds: string[];
          language: Database["public"]["Enums"]["language"];
          member_id?: string | null;
          name?: string | null;
          notified_at?: string | null;
          phone?: string | null;
          since: string;
          since_by_kind: Json;
        };
        Update: {
          email?: string | null;
          gets_email?: boolean;
          guest_id?: string | null;
          id?: never;
          incident_id?: string;
          kinds?: string[];
          language?: Database["public"]["Enums"]["language"];
          member_id?: string | null;
          name?: string | null;
          notified_at?: string | null;
          phone?: string | null;
          since?: string;
          since_by_kind?: Json;
        };
        Relationships: [
          {
            foreignKeyName: "incident_people_guest_id_fkey";
            columns: ["guest_id"];
            isOneToOne: false;
            referencedRelation: "guests";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "incident_people_incident_id_fkey";
            columns: ["incident_id"];
            isOneToOne: false;
            referencedRelation: "incidents";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "incident_people_member_id_fkey";
            columns: ["member_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      incident_texts: {
        Row: {
          body: string;
          incident_id: string;
          language: Database["public"]["Enums"]["language"];
          subject: string;
          updated_at: string;
        };
        Insert: {
          body: string;
          incident_id: string;
          language: Database["public"]["Enums"]["language"];
          subject: string;
          updated_at?: string;
        };
        Update: {
          body?: string;
          incident_id?: string;
          language?: Database["public"]["Enums"]["language"];
          subject?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: "incident_texts_incident_id_fkey";
            columns: ["incident_id"];
            isOneToOne: false;
            referencedRelation: "incidents";
            referencedColumns: ["id"];
          },
        ];
      };
      incidents: {
        Row: {
          began_at: string | null;
          closed_at: string | null;
          created_at: string;
          data_from: string | null;
          data_until: string | null;
          description: string;
          discovered_at: string;
          due_at: string;
          ended_at: string | null;
          erased_at: string | null;
          id: string;
          kinds: string[];
          listed_at: string | null;
          notes: string;
          people: Json | null;
          recorded_by: string | null;
          reminded_at: string | null;
          reported_at: string | null;
          scope: string | null;
          scope_id: string | null;
          scope_member: string | null;
          sent_at: string | null;
          title: string;
        };
        Insert: {
          began_at?: string | null;
          closed_at?: string | null;
          created_at?: string;
          data_from?: string | null;
          data_until?: string | null;
          description: string;
          discovered_at: string;
          due_at: string;
          ended_at?: string | null;
          erased_at?: string | null;
          id: string;
          kinds?: string[];
          listed_at?: string | null;
          notes?: string;
          people?: Json | null;
          recorded_by?: string | null;
          reminded_at?: string | null;
          reported_at?: string | null;
          scope?: string | null;
          scope_id?: string | null;
          scope_member?: string | null;
          sent_at?: string | null;
          title: string;
        };
        Update: {
          began_at?: string | null;
          closed_at?: string | null;
          created_at?: string;
          data_from?: string | null;
          data_until?: string | null;
          description?: string;
          discovered_at?: string;
          due_at?: string;
          ended_at?: string | null;
          erased_at?: string | null;
          id?: string;
          kinds?: string[];
          listed_at?: string | null;
          notes?: string;
          people?: Json | null;
          recorded_by?: string | null;
          reminded_at?: string | null;
          reported_at?: string | null;
          scope?: string | null;
          scope_id?: string | null;
          scope_member?: string | null;
          sent_at?: string | null;
          title?: string;
        };
        Relationships: [
          {
            foreignKeyName: "incidents_recorded_by_fkey";
            columns: ["recorded_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "incidents_scope_member_fkey";
            columns: ["scope_member"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      invitations: {
        Row: {
          address: string | null;
          created_at: string;
          created_by: string | null;
          expires_at: string;
          group_id: string | null;
          id: string;
          language: Database["public"]["Enums"]["language"];
          makes_administrator: boolean;
          max_uses: number | null;
          note: string;
          revoked_at: string | null;
          role_id: string | null;
          sent_at: string | null;
          token: string;
          used: number;
        };
        Insert: {
          address?: string | null;
          created_at?: string;
          created_by?: string | null;
          expires_at?: string;
          group_id?: string | null;
          id?: string;
          language: Database["public"]["Enums"]["language"];
          makes_administrator?: boolean;
          max_uses?: number | null;
          note?: string;
          revoked_at?: string | null;
          role_id?: string | null;
          sent_at?: string | null;
          token?: string;
          used?: number;
        };
        Update: {
          address?: string | null;
          created_at?: string;
          created_by?: string | null;
          expires_at?: string;
          group_id?: string | null;
          id?: string;
          language?: Database["public"]["Enums"]["language"];
          makes_administrator?: boolean;
          max_uses?: number | null;
          note?: string;
          revoked_at?: string | null;
          role_id?: string | null;
          sent_at?: string | null;
          token?: string;
          used?: number;
        };
        Relationships: [
          {
            foreignKeyName: "invitations_created_by_fkey";
            columns: ["created_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "invitations_group_id_fkey";
            columns: ["group_id"];
            isOneToOne: false;
            referencedRelation: "groups";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "invitations_role_id_fkey";
            columns: ["role_id"];
            isOneToOne: false;
            referencedRelation: "roles";
            referencedColumns: ["id"];
          },
        ];
      };
      link_hosts: {
        Row: {
          author_id: string | null;
          created_at: string;
          host: string;
          id: number;
          post_id: string | null;
          reply_id: string | null;
        };
        Insert: {
          author_id?: string | null;
          created_at?: string;
          host: string;
          id?: never;
          post_id?: string | null;
          reply_id?: string | null;
        };
        Update: {
          author_id?: string | null;
          created_at?: string;
          host?: string;
          id?: never;
          post_id?: string | null;
          reply_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "link_hosts_author_id_fkey";
            columns: ["author_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "link_hosts_post_id_fkey";
            columns: ["post_id"];
            isOneToOne: false;
            referencedRelation: "posts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "link_hosts_reply_id_fkey";
            columns: ["reply_id"];
            isOneToOne: false;
            referencedRelation: "replies";
            referencedColumns: ["id"];
          },
        ];
      };
      link_previews: {
        Row: {
          attempts: number;
          description: string;
          due_at: string;
          fetched_at: string | null;
          id: number;
          picture: string | null;
          title: string | null;
          url: string;
        };
        Insert: {
          attempts?: number;
          description?: string;
          due_at?: string;
          fetched_at?: string | null;
          id?: never;
          picture?: string | null;
          title?: string | null;
          url: string;
        };
        Update: {
          attempts?: number;
          description?: string;
          due_at?: string;
          fetched_at?: string | null;
          id?: never;
          picture?: string | null;
          title?: string | null;
          url?: string;
        };
        Relationships: [];
      };
      member_blocks: {
        Row: {
          blocked_id: string;
          created_at: string;
          member_id: string;
        };
        Insert: {
          blocked_id: string;
          created_at?: string;
          member_id: string;
        };
        Update: {
          blocked_id?: string;
          created_at?: string;
          member_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "member_blocks_blocked_id_fkey";
            columns: ["blocked_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "member_blocks_member_id_fkey";
            columns: ["member_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      member_trust: {
        Row: {
          computed_at: string | null;
          days_read: number;
          held_until: string | null;
          level: number;
          member_id: string;
          pinned_by: string | null;
          pinned_level: number | null;
          read_at: string | null;
          replies_read: number;
          seconds_read: number;
          topics_read: number;
        };
        Insert: {
          computed_at?: string | null;
          days_read?: number;
          held_until?: string | null;
          level?: number;
          member_id: string;
          pinned_by?: string | null;
          pinned_level?: number | null;
          read_at?: string | null;
          replies_read?: number;
          seconds_read?: number;
          topics_read?: number;
        };
        Update: {
          computed_at?: string | null;
          days_read?: number;
          held_until?: string | null;
          level?: number;
          member_id?: string;
          pinned_by?: string | null;
          pinned_level?: number | null;
          read_at?: string | null;
          replies_read?: number;
          seconds_read?: number;
          topics_read?: number;
        };
        Relationships: [
          {
            foreignKeyName: "member_trust_member_id_fkey";
            columns: ["member_id"];
            isOneToOne: true;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "member_trust_pinned_by_fkey";
            columns: ["pinned_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      mentions: {
        Row: {
          created_at: string;
          id: number;
          member_id: string;
          post_id: string | null;
          reply_id: string | null;
        };
        Insert: {
          created_at?: string;
          id?: never;
          member_id: string;
          post_id?: string | null;
          reply_id?: string | null;
        };
        Update: {
          created_at?: string;
          id?: never;
          member_id?: string;
          post_id?: string | null;
          reply_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "mentions_member_id_fkey";
            columns: ["member_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "mentions_post_id_fkey";
            columns: ["post_id"];
            isOneToOne: false;
            referencedRelation: "posts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "mentions_reply_id_fkey";
            columns: ["reply_id"];
            isOneToOne: false;
            referencedRelation: "replies";
            referencedColumns: ["id"];
          },
        ];
      };
      menu_items: {
        Row: {
          id: string;
          label_en: string;
          label_ms: string;
          label_vi: string;
          label_zh: string;
          page_id: string | null;
          place: string;
          position: number;
          screen: string | null;
          url: string | null;
        };
        Insert: {
          id?: string;
          label_en?: string;
          label_ms?: string;
          label_vi?: string;
          label_zh?: string;
          page_id?: string | null;
          place: string;
          position: number;
          screen?: string | null;
          url?: string | null;
        };
        Update: {
          id?: string;
          label_en?: string;
          label_ms?: string;
          label_vi?: string;
          label_zh?: string;
          page_id?: string | null;
          place?: string;
          position?: number;
          screen?: string | null;
          url?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "menu_items_page_id_fkey";
            columns: ["page_id"];
            isOneToOne: false;
            referencedRelation: "page_names";
            referencedColumns: ["page_id"];
          },
          {
            foreignKeyName: "menu_items_page_id_fkey";
            columns: ["page_id"];
            isOneToOne: false;
            referencedRelation: "pages";
            referencedColumns: ["id"];
          },
        ];
      };
      messages: {
        Row: {
          body: string;
          created_at: string;
          email: string;
          handled_at: string | null;
          handled_by: string | null;
          id: string;
          language: Database["public"]["Enums"]["language"];
          mailed_at: string | null;
          member_id: string | null;
          name: string;
        };
        Insert: {
          body: string;
          created_at?: string;
          email: string;
          handled_at?: string | null;
          handled_by?: string | null;
          id?: string;
          language: Database["public"]["Enums"]["language"];
          mailed_at?: string | null;
          member_id?: string | null;
          name: string;
        };
        Update: {
          body?: string;
          created_at?: string;
          email?: string;
          handled_at?: string | null;
          handled_by?: string | null;
          id?: string;
          language?: Database["public"]["Enums"]["language"];
          mailed_at?: string | null;
          member_id?: string | null;
          name?: string;
        };
        Relationships: [
          {
            foreignKeyName: "messages_handled_by_fkey";
            columns: ["handled_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "messages_member_id_fkey";
            columns: ["member_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      moved_replies: {
        Row: {
          number: number;
          post_id: string;
          reply_id: string;
        };
        Insert: {
          number: number;
          post_id: string;
          reply_id: string;
        };
        Update: {
          number?: number;
          post_id?: string;
          reply_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "moved_replies_post_id_fkey";
            columns: ["post_id"];
            isOneToOne: false;
            referencedRelation: "posts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "moved_replies_reply_id_fkey";
            columns: ["reply_id"];
            isOneToOne: false;
            referencedRelation: "replies";
            referencedColumns: ["id"];
          },
        ];
      };
      network_counts: {
        Row: {
          bucket: number;
          kind: string;
          level: number;
          seen_at: string;
        };
        Insert: {
          bucket: number;
          kind: string;
          level: number;
          seen_at: string;
        };
        Update: {
          bucket?: number;
          kind?: string;
          level?: number;
          seen_at?: string;
        };
        Relationships: [];
      };
      newsletter_guests: {
        Row: {
          confirmed_at: string;
          email: string | null;
          ended_at: string | null;
          id: string;
          language: Database["public"]["Enums"]["language"];
          link: string;
        };
        Insert: {
          confirmed_at?: string;
          email?: string | null;
          ended_at?: string | null;
          id?: string;
          language: Database["public"]["Enums"]["language"];
          link?: string;
        };
        Update: {
          confirmed_at?: string;
          email?: string | null;
          ended_at?: string | null;
          id?: string;
          language?: Database["public"]["Enums"]["language"];
          link?: string;
        };
        Relationships: [];
      };
      newsletter_links: {
        Row: {
          link: string;
          member_id: string;
        };
        Insert: {
          link?: string;
          member_id: string;
        };
        Update: {
          link?: string;
          member_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "newsletter_links_member_id_fkey";
            columns: ["member_id"];
            isOneToOne: true;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      newsletter_requests: {
        Row: {
          created_at: string;
          email: string;
          language: Database["public"]["Enums"]["language"];
          link: string;
          mailed_at: string | null;
          network_hash: string | null;
          range_hash: string | null;
          used_at: string | null;
        };
        Insert: {
          created_at?: string;
          email: string;
          language: Database["public"]["Enums"]["language"];
          link?: string;
          mailed_at?: string | null;
          network_hash?: string | null;
          range_hash?: string | null;
          used_at?: string | null;
        };
        Update: {
          created_at?: string;
          email?: string;
          language?: Database["public"]["Enums"]["language"];
          link?: string;
          mailed_at?: string | null;
          network_hash?: string | null;
          range_hash?: string | null;
          used_at?: string | null;
        };
        Relationships: [];
      };
      notice_choices: {
        Row: {
          channel: string;
          is_on: boolean;
          kind: string;
          member_id: string;
        };
        Insert: {
          channel: string;
          is_on: boolean;
          kind: string;
          member_id: string;
        };
        Update: {
          channel?: string;
          is_on?: boolean;
          kind?: string;
          member_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "notice_choices_kind_fkey";
            columns: ["kind"];
            isOneToOne: false;
            referencedRelation: "notice_kinds";
            referencedColumns: ["kind"];
          },
          {
            foreignKeyName: "notice_choices_member_id_fkey";
            columns: ["member_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      notice_deliveries: {
        Row: {
          actor_id: string | null;
          channel: string;
          created_at: string;
          hold_until: string;
          id: number;
          member_id: string;
          notification_id: string;
          reply_id: string | null;
        };
        Insert: {
          actor_id?: string | null;
          channel: string;
          created_at?: string;
          hold_until?: string;
          id?: never;
          member_id: string;
          notification_id: string;
          reply_id?: string | null;
        };
        Update: {
          actor_id?: string | null;
          channel?: string;
          created_at?: string;
          hold_until?: string;
          id?: never;
          member_id?: string;
          notification_id?: string;
          reply_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "notice_deliveries_actor_id_fkey";
            columns: ["actor_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "notice_deliveries_member_id_fkey";
            columns: ["member_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "notice_deliveries_notification_id_fkey";
            columns: ["notification_id"];
            isOneToOne: false;
            referencedRelation: "notifications";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "notice_deliveries_reply_id_fkey";
            columns: ["reply_id"];
            isOneToOne: false;
            referencedRelation: "replies";
            referencedColumns: ["id"];
          },
        ];
      };
      notice_fan_outs: {
        Row: {
          after_member: string;
          created_at: string;
          id: number;
          post_id: string;
          reply_id: string | null;
        };
        Insert: {
          after_member?: string;
          created_at?: string;
          id?: never;
          post_id: string;
          reply_id?: string | null;
        };
        Update: {
          after_member?: string;
          created_at?: string;
          id?: never;
          post_id?: string;
          reply_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "notice_fan_outs_post_id_fkey";
            columns: ["post_id"];
            isOneToOne: false;
            referencedRelation: "posts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "notice_fan_outs_reply_id_fkey";
            columns: ["reply_id"];
            isOneToOne: false;
            referencedRelation: "replies";
            referencedColumns: ["id"];
          },
        ];
      };
      notice_kinds: {
        Row: {
          channels: string[];
          kind: string;
          offered: string[];
          position: number;
          section: string;
          sent_apart: string[];
        };
        Insert: {
          channels: string[];
          kind: string;
          offered: string[];
          position: number;
          section: string;
          sent_apart?: string[];
        };
        Update: {
          channels?: string[];
          kind?: string;
          offered?: string[];
          position?: number;
          section?: string;
          sent_apart?: string[];
        };
        Relationships: [];
      };
      notice_links: {
        Row: {
          created_at: string;
          id: string;
          level_before: string | null;
          member_id: string;
          post_id: string | null;
        };
        Insert: {
          created_at?: string;
          id?: string;
          level_before?: string | null;
          member_id: string;
          post_id?: string | null;
        };
        Update: {
          created_at?: string;
          id?: string;
          level_before?: string | null;
          member_id?: string;
          post_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "notice_links_member_id_fkey";
            columns: ["member_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "notice_links_post_id_fkey";
            columns: ["post_id"];
            isOneToOne: false;
            referencedRelation: "posts";
            referencedColumns: ["id"];
          },
        ];
      };
      notice_settings: {
        Row: {
          booking_channel: string | null;
          digest: string;
          digest_at: string | null;
          is_unsubscribed: boolean;
          member_id: string;
          quiet_from: string | null;
          quiet_until: string | null;
          sms_at: string | null;
        };
        Insert: {
          booking_channel?: string | null;
          digest?: string;
          digest_at?: string | null;
          is_unsubscribed?: boolean;
          member_id: string;
          quiet_from?: string | null;
          quiet_until?: string | null;
          sms_at?: string | null;
        };
        Update: {
          booking_channel?: string | null;
          digest?: string;
          digest_at?: string | null;
          is_unsubscribed?: boolean;
          member_id?: string;
          quiet_from?: string | null;
          quiet_until?: string | null;
          sms_at?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "notice_settings_member_id_fkey";
            columns: ["member_id"];
            isOneToOne: true;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      notifications: {
        Row: {
          actor_id: string | null;
          booking_id: string | null;
          count: number;
          created_at: string;
          group_key: string;
          id: string;
          kind: string;
          member_id: string;
          on_site: boolean;
          path: string | null;
          post_id: string | null;
          read_at: string | null;
          reply_id: string | null;
          subject: string;
          things: string[];
        };
        Insert: {
          actor_id?: string | null;
          booking_id?: string | null;
          count?: number;
          created_at?: string;
          group_key?: string;
          id?: string;
          kind: string;
          member_id: string;
          on_site?: boolean;
          path?: string | null;
          post_id?: string | null;
          read_at?: string | null;
          reply_id?: string | null;
          subject?: string;
          things?: string[];
        };
        Update: {
          actor_id?: string | null;
          booking_id?: string | null;
          count?: number;
          created_at?: string;
          group_key?: string;
          id?: string;
          kind?: string;
          member_id?: string;
          on_site?: boolean;
          path?: string | null;
          post_id?: string | null;
          read_at?: string | null;
          reply_id?: string | null;
          subject?: string;
          things?: string[];
        };
        Relationships: [
          {
            foreignKeyName: "notifications_actor_id_fkey";
            columns: ["actor_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "notifications_booking_id_fkey";
            columns: ["booking_id"];
            isOneToOne: false;
            referencedRelation: "bookings";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "notifications_kind_fkey";
            columns: ["kind"];
            isOneToOne: false;
            referencedRelation: "notice_kinds";
            referencedColumns: ["kind"];
          },
          {
            foreignKeyName: "notifications_member_id_fkey";
            columns: ["member_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "notifications_post_id_fkey";
            columns: ["post_id"];
            isOneToOne: false;
            referencedRelation: "posts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "notifications_reply_id_fkey";
            columns: ["reply_id"];
            isOneToOne: false;
            referencedRelation: "replies";
            referencedColumns: ["id"];
          },
        ];
      };
      opening_exceptions: {
        Row: {
          day: string;
          hours: string;
          notes: Json;
        };
        Insert: {
          day: string;
          hours?: string;
          notes?: Json;
        };
        Update: {
          day?: string;
          hours?: string;
          notes?: Json;
        };
        Relationships: [];
      };
      opening_hours: {
        Row: {
          hours: string;
          weekday: number;
        };
        Insert: {
          hours?: string;
          weekday: number;
        };
        Update: {
          hours?: string;
          weekday?: number;
        };
        Relationships: [];
      };
      outbox: {
        Row: {
          attempts: number;
          created_at: string;
          details: Json;
          guest_id: string | null;
          id: number;
          kind: string;
          last_error: string | null;
          next_attempt_at: string;
          recipient_id: string | null;
          sent_at: string | null;
        };
        Insert: {
          attempts?: number;
          created_at?: string;
          details: Json;
          guest_id?: string | null;
          id?: never;
          kind: string;
          last_error?: string | null;
          next_attempt_at?: string;
          recipient_id?: string | null;
          sent_at?: string | null;
        };
        Update: {
          attempts?: number;
          created_at?: string;
          details?: Json;
          guest_id?: string | null;
          id?: never;
          kind?: string;
          last_error?: string | null;
          next_attempt_at?: string;
          recipient_id?: string | null;
          sent_at?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "outbox_guest_id_fkey";
            columns: ["guest_id"];
            isOneToOne: false;
            referencedRelation: "guests";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "outbox_recipient_id_fkey";
            columns: ["recipient_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      page_slugs: {
        Row: {
          is_public: boolean;
          page_id: string;
          slug: string;
        };
        Insert: {
          is_public?: boolean;
          page_id: string;
          slug: string;
        };
        Update: {
          is_public?: boolean;
          page_id?: string;
          slug?: string;
        };
        Relationships: [
          {
            foreignKeyName: "page_slugs_page_id_fkey";
            columns: ["page_id"];
            isOneToOne: false;
            referencedRelation: "page_names";
            referencedColumns: ["page_id"];
          },
          {
            foreignKeyName: "page_slugs_page_id_fkey";
            columns: ["page_id"];
            isOneToOne: false;
            referencedRelation: "pages";
            referencedColumns: ["id"];
          },
        ];
      };
      page_texts: {
        Row: {
          body: Json;
          is_ready: boolean;
          language: Database["public"]["Enums"]["language"];
          page_id: string;
          title: string;
          updated_at: string;
        };
        Insert: {
          body: Json;
          is_ready?: boolean;
          language: Database["public"]["Enums"]["language"];
          page_id: string;
          title: string;
          updated_at?: string;
        };
        Update: {
          body?: Json;
          is_ready?: boolean;
          language?: Database["public"]["Enums"]["language"];
          page_id?: string;
          title?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: "page_texts_page_id_fkey";
            columns: ["page_id"];
            isOneToOne: false;
            referencedRelation: "page_names";
            referencedColumns: ["page_id"];
          },
          {
            foreignKeyName: "page_texts_page_id_fkey";
            columns: ["page_id"];
            isOneToOne: false;
            referencedRelation: "pages";
            referencedColumns: ["id"];
          },
        ];
      };
      page_version_texts: {
        Row: {
          body: Json;
          language: Database["public"]["Enums"]["language"];
          title: string;
          version_id: string;
        };
        Insert: {
          body: Json;
          language: Database["public"]["Enums"]["language"];
          title: string;
          version_id: string;
        };
        Update: {
          body?: Json;
          language?: Database["public"]["Enums"]["language"];
          title?: string;
          version_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "page_version_texts_version_id_fkey";
            columns: ["version_id"];
            isOneToOne: false;
            referencedRelation: "page_versions";
            referencedColumns: ["id"];
          },
        ];
      };
      page_versions: {
        Row: {
          asks_consent: boolean;
          id: string;
          number: number;
          page_id: string;
          published_at: string;
          published_by: string | null;
        };
        Insert: {
          asks_consent?: boolean;
          id?: string;
          number: number;
          page_id: string;
          published_at?: string;
          published_by?: string | null;
        };
        Update: {
          asks_consent?: boolean;
          id?: string;
          number?: number;
          page_id?: string;
          published_at?: string;
          published_by?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "page_versions_page_id_fkey";
            columns: ["page_id"];
            isOneToOne: false;
            referencedRelation: "page_names";
            referencedColumns: ["page_id"];
          },
          {
            foreignKeyName: "page_versions_page_id_fkey";
            columns: ["page_id"];
            isOneToOne: false;
            referencedRelation: "pages";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "page_versions_published_by_fkey";
            columns: ["published_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      page_views: {
        Row: {
          day: string;
          language: Database["public"]["Enums"]["language"];
          path: string;
          views: number;
        };
        Insert: {
          day?: string;
          language: Database["public"]["Enums"]["language"];
          path: string;
          views?: number;
        };
        Update: {
          day?: string;
          language?: Database["public"]["Enums"]["language"];
          path?: string;
          views?: number;
        };
        Relationships: [];
      };
      pages: {
        Row: {
          created_at: string;
          deleted_at: string | null;
          id: string;
          kind: string;
          needs_consent: boolean;
          published_version: number | null;
          save_id: string | null;
          slug: string;
          source_language: Database["public"]["Enums"]["language"];
          updated_at: string;
          version: number;
        };
        Insert: {
          created_at?: string;
          deleted_at?: string | null;
          id?: string;
          kind?: string;
          needs_consent?: boolean;
          published_version?: number | null;
          save_id?: string | null;
          slug: string;
          source_language: Database["public"]["Enums"]["language"];
          updated_at?: string;
          version?: number;
        };
        Update: {
          created_at?: string;
          deleted_at?: string | null;
          id?: string;
          kind?: string;
          needs_consent?: boolean;
          published_version?: number | null;
          save_id?: string | null;
          slug?: string;
          source_language?: Database["public"]["Enums"]["language"];
          updated_at?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: "pages_published_version";
            columns: ["id", "published_version"];
            isOneToOne: false;
            referencedRelation: "page_versions";
            referencedColumns: ["page_id", "number"];
          },
        ];
      };
      penalties: {
        Row: {
          act_id: string | null;
          by_administrator: boolean;
          created_at: string;
          id: string;
          imposed_by: string | null;
          kind: string;
          lifted_at: string | null;
          lifted_by: string | null;
          member_id: string;
          reason: string;
          until: string;
        };
        Insert: {
          act_id?: string | null;
          by_administrator?: boolean;
          created_at?: string;
          id?: string;
          imposed_by?: string | null;
          kind: string;
          lifted_at?: string | null;
          lifted_by?: string | null;
          member_id: string;
          reason: string;
          until: string;
        };
        Update: {
          act_id?: string | null;
          by_administrator?: boolean;
          created_at?: string;
          id?: string;
          imposed_by?: string | null;
          kind?: string;
          lifted_at?: string | null;
          lifted_by?: string | null;
          member_id?: string;
          reason?: string;
          until?: string;
        };
        Relationships: [
          {
            foreignKeyName: "penalties_act_id_fkey";
            columns: ["act_id"];
            isOneToOne: false;
            referencedRelation: "automatic_acts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "penalties_imposed_by_fkey";
            columns: ["imposed_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "penalties_lifted_by_fkey";
            columns: ["lifted_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "penalties_member_id_fkey";
            columns: ["member_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      perspectives: {
        Row: {
          administrator_id: string | null;
          ended_at: string | null;
          ends_at: string;
          id: string;
          member_id: string;
          reason: string;
          started_at: string;
        };
        Insert: {
          administrator_id?: string | null;
          ended_at?: string | null;
          ends_at?: string;
          id?: string;
          member_id: string;
          reason: string;
          started_at?: string;
        };
        Update: {
          administrator_id?: string | null;
          ended_at?: string | null;
          ends_at?: string;
          id?: string;
          member_id?: string;
          reason?: string;
          started_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: "perspectives_administrator_id_fkey";
            columns: ["administrator_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "perspectives_member_id_fkey";
            columns: ["member_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      picture_fetches: {
        Row: {
          fetched_at: string;
          user_id: string;
        };
        Insert: {
          fetched_at?: string;
          user_id: string;
        };
        Update: {
          fetched_at?: string;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "picture_fetches_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      picture_imports: {
        Row: {
          attempts: number;
          due_at: string;
          id: string;
          place: string;
          row_id: string | null;
          url: string;
        };
        Insert: {
          attempts?: number;
          due_at?: string;
          id?: string;
          place: string;
          row_id?: string | null;
          url: string;
        };
        Update: {
          attempts?: number;
          due_at?: string;
          id?: string;
          place?: string;
          row_id?: string | null;
          url?: string;
        };
        Relationships: [];
      };
      poll_counts: {
        Row: {
          number: number;
          poll_id: string;
          votes: number;
        };
        Insert: {
          number: number;
          poll_id: string;
          votes?: number;
        };
        Update: {
          number?: number;
          poll_id?: string;
          votes?: number;
        };
        Relationships: [
          {
            foreignKeyName: "poll_counts_poll_id_number_fkey";
            columns: ["poll_id", "number"];
            isOneToOne: true;
            referencedRelation: "poll_options";
            referencedColumns: ["poll_id", "number"];
          },
        ];
      };
      poll_options: {
        Row: {
          label: string;
          number: number;
          poll_id: string;
        };
        Insert: {
          label: string;
          number: number;
          poll_id: string;
        };
        Update: {
          label?: string;
          number?: number;
          poll_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "poll_options_poll_id_fkey";
            columns: ["poll_id"];
            isOneToOne: false;
            referencedRelation: "polls";
            referencedColumns: ["id"];
          },
        ];
      };
      poll_votes: {
        Row: {
          choices: number[];
          member_id: string;
          poll_id: string;
        };
        Insert: {
          choices: number[];
          member_id: string;
          poll_id: string;
        };
        Update: {
          choices?: number[];
          member_id?: string;
          poll_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "poll_votes_member_id_fkey";
            columns: ["member_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "poll_votes_poll_id_fkey";
            columns: ["poll_id"];
            isOneToOne: false;
            referencedRelation: "polls";
            referencedColumns: ["id"];
          },
        ];
      };
      polls: {
        Row: {
          closed_at: string | null;
          closes_at: string | null;
          created_at: string;
          id: string;
          max_choices: number;
          post_id: string;
          question: string;
          results: string;
          revision: number;
          voter_count: number;
        };
        Insert: {
          closed_at?: string | null;
          closes_at?: string | null;
          created_at?: string;
          id?: string;
          max_choices?: number;
          post_id: string;
          question: string;
          results?: string;
          revision?: number;
          voter_count?: number;
        };
        Update: {
          closed_at?: string | null;
          closes_at?: string | null;
          created_at?: string;
          id?: string;
          max_choices?: number;
          post_id?: string;
          question?: string;
          results?: string;
          revision?: number;
          voter_count?: number;
        };
        Relationships: [
          {
            foreignKeyName: "polls_post_id_fkey";
            columns: ["post_id"];
            isOneToOne: true;
            referencedRelation: "posts";
            referencedColumns: ["id"];
          },
        ];
      };
      post_tags: {
        Row: {
          forum_id: string;
          last_activity_at: string;
          post_id: string;
          tag: string;
        };
        Insert: {
          forum_id: string;
          last_activity_at: string;
          post_id: string;
          tag: string;
        };
        Update: {
          forum_id?: string;
          last_activity_at?: string;
          post_id?: string;
          tag?: string;
        };
        Relationships: [
          {
            foreignKeyName: "post_tags_forum_id_fkey";
            columns: ["forum_id"];
            isOneToOne: false;
            referencedRelation: "forums";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "post_tags_post_id_fkey";
            columns: ["post_id"];
            isOneToOne: false;
            referencedRelation: "posts";
            referencedColumns: ["id"];
          },
        ];
      };
      posts: {
        Row: {
          article_id: string | null;
          author_id: string | null;
          body: Json | null;
          created_at: string;
          deleted_at: string | null;
          edited_at: string | null;
          edited_by: string | null;
          excerpt: string | null;
          forum_id: string;
          hidden_at: string | null;
          id: string;
          is_locked: boolean;
          is_pinned: boolean;
          kept_from: string[];
          language: Database["public"]["Enums"]["language"];
          last_activity_at: string;
          latest_number: number;
          latest_writers: string[];
          lock_at: string | null;
          lock_note: string;
          lock_reason: string | null;
          merged_into: string | null;
          pinned_until: string | null;
          reaction_count: number;
          reactions: Json;
          reply_count: number;
          slow_seconds: number | null;
          solved_reply_id: string | null;
          tags: string[];
          text_since: string;
          text_version: number;
          title: string | null;
          top_rank: number | null;
          unlock_at: string | null;
        };
        Insert: {
          article_id?: string | null;
          author_id?: string | null;
          body?: Json | null;
          created_at?: string;
          deleted_at?: string | null;
          edited_at?: string | null;
          edited_by?: string | null;
          excerpt?: string | null;
          forum_id: string;
          hidden_at?: string | null;
          id?: string;
          is_locked?: boolean;
          is_pinned?: boolean;
          kept_from?: string[];
          language: Database["public"]["Enums"]["language"];
          last_activity_at?: string;
          latest_number?: number;
          latest_writers?: string[];
          lock_at?: string | null;
          lock_note?: string;
          lock_reason?: string | null;
          merged_into?: string | null;
          pinned_until?: string | null;
          reaction_count?: number;
          reactions?: Json;
          reply_count?: number;
          slow_seconds?: number | null;
          solved_reply_id?: string | null;
          tags?: string[];
          text_since?: string;
          text_version?: number;
          title?: string | null;
          top_rank?: never;
          unlock_at?: string | null;
        };
        Update: {
          article_id?: string | null;
          author_id?: string | null;
          body?: Json | null;
          created_at?: string;
          deleted_at?: string | null;
          edited_at?: string | null;
          edited_by?: string | null;
          excerpt?: string | null;
          forum_id?: string;
          hidden_at?: string | null;
          id?: string;
          is_locked?: boolean;
          is_pinned?: boolean;
          kept_from?: string[];
          language?: Database["public"]["Enums"]["language"];
          last_activity_at?: string;
          latest_number?: number;
          latest_writers?: string[];
          lock_at?: string | null;
          lock_note?: string;
          lock_reason?: string | null;
          merged_into?: string | null;
          pinned_until?: string | null;
          reaction_count?: number;
          reactions?: Json;
          reply_count?: number;
          slow_seconds?: number | null;
          solved_reply_id?: string | null;
          tags?: string[];
          text_since?: string;
          text_version?: number;
          title?: string | null;
          top_rank?: never;
          unlock_at?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "posts_article_id_fkey";
            columns: ["article_id"];
            isOneToOne: false;
            referencedRelation: "articles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "posts_author_id_fkey";
            columns: ["author_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "posts_edited_by_fkey";
            columns: ["edited_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "posts_forum_id_fkey";
            columns: ["forum_id"];
            isOneToOne: false;
            referencedRelation: "forums";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "posts_merged_into_fkey";
            columns: ["merged_into"];
            isOneToOne: false;
            referencedRelation: "posts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "posts_solved_reply_id_fkey";
            columns: ["solved_reply_id"];
            isOneToOne: false;
            referencedRelation: "replies";
            referencedColumns: ["id"];
          },
        ];
      };
      privacy_requests: {
        Row: {
          channel: string;
          closed_at: string | null;
          created_at: string;
          due_on: string;
          erased_at: string | null;
          extension_reason: string | null;
          handled_by: string | null;
          id: string;
          is_extended: boolean;
          kind: string;
          member_id: string | null;
          message: string | null;
          outcome: string | null;
          person_contact: string | null;
          person_name: string | null;
          received_on: string;
          reminded_at: string | null;
          state: string;
        };
        Insert: {
          channel: string;
          closed_at?: string | null;
          created_at?: string;
          due_on: string;
          erased_at?: string | null;
          extension_reason?: string | null;
          handled_by?: string | null;
          id?: string;
          is_extended?: boolean;
          kind: string;
          member_id?: string | null;
          message?: string | null;
          outcome?: string | null;
          person_contact?: string | null;
          person_name?: string | null;
          received_on: string;
          reminded_at?: string | null;
          state?: string;
        };
        Update: {
          channel?: string;
          closed_at?: string | null;
          created_at?: string;
          due_on?: string;
          erased_at?: string | null;
          extension_reason?: string | null;
          handled_by?: string | null;
          id?: string;
          is_extended?: boolean;
          kind?: string;
          member_id?: string | null;
          message?: string | null;
          outcome?: string | null;
          person_contact?: string | null;
          person_name?: string | null;
          received_on?: string;
          reminded_at?: string | null;
          state?: string;
        };
        Relationships: [
          {
            foreignKeyName: "privacy_requests_handled_by_fkey";
            columns: ["handled_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "privacy_requests_member_id_fkey";
            columns: ["member_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      private_messages: {
        Row: {
          author_id: string;
          body: string | null;
          conversation_id: string;
          created_at: string;
          deleted_at: string | null;
          id: string;
          number: number;
        };
        Insert: {
          author_id: string;
          body?: string | null;
          conversation_id: string;
          created_at?: string;
          deleted_at?: string | null;
          id: string;
          number: number;
        };
        Update: {
          author_id?: string;
          body?: string | null;
          conversation_id?: string;
          created_at?: string;
          deleted_at?: string | null;
          id?: string;
          number?: number;
        };
        Relationships: [
          {
            foreignKeyName: "private_messages_author_id_fkey";
            columns: ["author_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "private_messages_conversation_id_fkey";
            columns: ["conversation_id"];
            isOneToOne: false;
            referencedRelation: "conversations";
            referencedColumns: ["id"];
          },
        ];
      };
      private_reports: {
        Row: {
          body: string;
          created_at: string;
          handled_at: string | null;
          handled_by: string | null;
          id: string;
          message_id: string | null;
          note: string;
          reason: string;
          reported_id: string | null;
          reporter_id: string | null;
          sent_at: string;
          status: string;
        };
        Insert: {
          body: string;
          created_at?: string;
          handled_at?: string | null;
          handled_by?: string | null;
          id: string;
          message_id?: string | null;
          note?: string;
          reason: string;
          reported_id?: string | null;
          reporter_id?: string | null;
          sent_at: string;
          status?: string;
        };
        Update: {
          body?: string;
          created_at?: string;
          handled_at?: string | null;
          handled_by?: string | null;
          id?: string;
          message_id?: string | null;
          note?: string;
          reason?: string;
          reported_id?: string | null;
          reporter_id?: string | null;
          sent_at?: string;
          status?: string;
        };
        Relationships: [
          {
            foreignKeyName: "private_reports_handled_by_fkey";
            columns: ["handled_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "private_reports_message_id_fkey";
            columns: ["message_id"];
            isOneToOne: false;
            referencedRelation: "private_messages";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "private_reports_reported_id_fkey";
            columns: ["reported_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "private_reports_reporter_id_fkey";
            columns: ["reporter_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      profile_reports: {
        Row: {
          created_at: string;
          handled_at: string | null;
          handled_by: string | null;
          id: string;
          note: string;
          profile_id: string;
          reason: string;
          reporter_id: string | null;
          status: string;
        };
        Insert: {
          created_at?: string;
          handled_at?: string | null;
          handled_by?: string | null;
          id: string;
          note?: string;
          profile_id: string;
          reason: string;
          reporter_id?: string | null;
          status?: string;
        };
        Update: {
          created_at?: string;
          handled_at?: string | null;
          handled_by?: string | null;
          id?: string;
          note?: string;
          profile_id?: string;
          reason?: string;
          reporter_id?: string | null;
          status?: string;
        };
        Relationships: [
          {
            foreignKeyName: "profile_reports_handled_by_fkey";
            columns: ["handled_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "profile_reports_profile_id_fkey";
            columns: ["profile_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "profile_reports_reporter_id_fkey";
            columns: ["reporter_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      profiles: {
        Row: {
          about: string;
          about_for: string;
          activity_for: string;
          calendar_token: string;
          content_languages: Database["public"]["Enums"]["language"][];
          created_at: string;
          display_name: string;
          id: string;
          is_listed: boolean;
          is_public_author: boolean;
          language: Database["public"]["Enums"]["language"];
          languages_for: string;
          name_declined_at: string | null;
          name_keys: string;
          picture_url: string | null;
          since_for: string;
          speaks: Database["public"]["Enums"]["language"][];
          takes_messages: boolean;
          time_zone: string;
          updated_at: string;
        };
        Insert: {
          about?: string;
          about_for?: string;
          activity_for?: string;
          calendar_token?: string;
          content_languages?: Database["public"]["Enums"]["language"][];
          created_at?: string;
          display_name: string;
          id: string;
          is_listed?: boolean;
          is_public_author?: boolean;
          language?: Database["public"]["Enums"]["language"];
          languages_for?: string;
          name_declined_at?: string | null;
          name_keys?: never;
          picture_url?: string | null;
          since_for?: string;
          speaks?: Database["public"]["Enums"]["language"][];
          takes_messages?: boolean;
          time_zone?: string;
          updated_at?: string;
        };
        Update: {
          about?: string;
          about_for?: string;
          activity_for?: string;
          calendar_token?: string;
          content_languages?: Database["public"]["Enums"]["language"][];
          created_at?: string;
          display_name?: string;
          id?: string;
          is_listed?: boolean;
          is_public_author?: boolean;
          language?: Database["public"]["Enums"]["language"];
          languages_for?: string;
          name_declined_at?: string | null;
          name_keys?: never;
          picture_url?: string | null;
          since_for?: string;
          speaks?: Database["public"]["Enums"]["language"][];
          takes_messages?: boolean;
          time_zone?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      push_keys: {
        Row: {
          created_at: string;
          id: boolean;
          private_key: string;
          public_key: string;
        };
        Insert: {
          created_at?: string;
          id?: boolean;
          private_key: string;
          public_key: string;
        };
        Update: {
          created_at?: string;
          id?: boolean;
          private_key?: string;
          public_key?: string;
        };
        Relationships: [];
      };
      push_messages: {
        Row: {
          attempts: number;
          created_at: string;
          id: number;
          next_attempt_at: string;
          notification_id: string | null;
          subscription_id: string;
        };
        Insert: {
          attempts?: number;
          created_at?: string;
          id?: never;
          next_attempt_at?: string;
          notification_id?: string | null;
          subscription_id: string;
        };
        Update: {
          attempts?: number;
          created_at?: string;
          id?: never;
          next_attempt_at?: string;
          notification_id?: string | null;
          subscription_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "push_messages_notification_id_fkey";
            columns: ["notification_id"];
            isOneToOne: false;
            referencedRelation: "notifications";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "push_messages_subscription_id_fkey";
            columns: ["subscription_id"];
            isOneToOne: false;
            referencedRelation: "push_subscriptions";
            referencedColumns: ["id"];
          },
        ];
      };
      push_subscriptions: {
        Row: {
          auth_secret: string;
          created_at: string;
          device: string;
          endpoint: string;
          has_details: boolean;
          id: string;
          member_id: string;
          public_key: string;
          tested_at: string | null;
        };
        Insert: {
          auth_secret: string;
          created_at?: string;
          device?: string;
          endpoint: string;
          has_details?: boolean;
          id?: string;
          member_id: string;
          public_key: string;
          tested_at?: string | null;
        };
        Update: {
          auth_secret?: string;
          created_at?: string;
          device?: string;
          endpoint?: string;
          has_details?: boolean;
          id?: string;
          member_id?: string;
          public_key?: string;
          tested_at?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "push_subscriptions_member_id_fkey";
            columns: ["member_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      queue_numbers: {
        Row: {
          called_at: string | null;
          created_at: string;
          day: string;
          id: string;
          number: number;
          place: string;
          service_id: string;
          state: string;
        };
        Insert: {
          called_at?: string | null;
          created_at?: string;
          day: string;
          id: string;
          number: number;
          place?: string;
          service_id: string;
          state?: string;
        };
        Update: {
          called_at?: string | null;
          created_at?: string;
          day?: string;
          id?: string;
          number?: number;
          place?: string;
          service_id?: string;
          state?: string;
        };
        Relationships: [
          {
            foreignKeyName: "queue_numbers_service_id_fkey";
            columns: ["service_id"];
            isOneToOne: false;
            referencedRelation: "services";
            referencedColumns: ["id"];
          },
        ];
      };
      reactions: {
        Row: {
          created_at: string;
          id: number;
          kind: string;
          member_id: string;
          post_id: string | null;
          reply_id: string | null;
        };
        Insert: {
          created_at?: string;
          id?: never;
          kind: string;
          member_id?: string;
          post_id?: string | null;
          reply_id?: string | null;
        };
        Update: {
          created_at?: string;
          id?: never;
          kind?: string;
          member_id?: string;
          post_id?: string | null;
          reply_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "reactions_member_id_fkey";
            columns: ["member_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "reactions_post_id_fkey";
            columns: ["post_id"];
            isOneToOne: false;
            referencedRelation: "posts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "reactions_reply_id_fkey";
            columns: ["reply_id"];
            isOneToOne: false;
            referencedRelation: "replies";
            referencedColumns: ["id"];
          },
        ];
      };
      read_calendars: {
        Row: {
          address: string;
          computed_at: string | null;
          created_at: string;
          due_at: string;
          etag: string | null;
          failing_since: string | null;
          failure: string | null;
          failures: number;
          host_id: string;
          id: string;
          last_modified: string | null;
          read_at: string | null;
          site: string;
        };
        Insert: {
          address: string;
          computed_at?: string | null;
          created_at?: string;
          due_at?: string;
          etag?: string | null;
          failing_since?: string | null;
          failure?: string | null;
          failures?: number;
          host_id: string;
          id?: string;
          last_modified?: string | null;
          read_at?: string | null;
          site?: never;
        };
        Update: {
          address?: string;
          computed_at?: string | null;
          created_at?: string;
          due_at?: string;
          etag?: string | null;
          failing_since?: string | null;
          failure?: string | null;
          failures?: number;
          host_id?: string;
          id?: string;
          last_modified?: string | null;
          read_at?: string | null;
          site?: never;
        };
        Relationships: [
          {
            foreignKeyName: "read_calendars_host_id_fkey";
            columns: ["host_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      reading_days: {
        Row: {
          day: string;
          member_id: string;
          replies: number;
          topics: number;
        };
        Insert: {
          day: string;
          member_id: string;
          replies?: number;
          topics?: number;
        };
        Update: {
          day?: string;
          member_id?: string;
          replies?: number;
          topics?: number;
        };
        Relationships: [
          {
            foreignKeyName: "reading_days_member_id_fkey";
            columns: ["member_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      received_emails: {
        Row: {
          message_id: string;
          outcome: string;
          received_at: string;
        };
        Insert: {
          message_id: string;
          outcome?: string;
          received_at?: string;
        };
        Update: {
          message_id?: string;
          outcome?: string;
          received_at?: string;
        };
        Relationships: [];
      };
      removals: {
        Row: {
          content: Json;
          kind: string;
          member_id: string | null;
          removed_at: string;
          removed_by: string | null;
          thing_id: string;
        };
        Insert: {
          content: Json;
          kind: string;
          member_id?: string | null;
          removed_at?: string;
          removed_by?: string | null;
          thing_id: string;
        };
        Update: {
          content?: Json;
          kind?: string;
          member_id?: string | null;
          removed_at?: string;
          removed_by?: string | null;
          thing_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "removals_member_id_fkey";
            columns: ["member_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "removals_removed_by_fkey";
            columns: ["removed_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      replies: {
        Row: {
          author_id: string | null;
          became_post: string | null;
          body: Json | null;
          created_at: string;
          deleted_at: string | null;
          edited_at: string | null;
          edited_by: string | null;
          hidden_at: string | null;
          id: string;
          kept_from: string[];
          language: Database["public"]["Enums"]["language"];
          number: number;
          post_id: string;
          quoted_reply_id: string | null;
          reactions: Json;
          text_since: string;
          text_version: number;
        };
        Insert: {
          author_id?: string | null;
          became_post?: string | null;
          body?: Json | null;
          created_at?: string;
          deleted_at?: string | null;
          edited_at?: string | null;
          edited_by?: string | null;
          hidden_at?: string | null;
          id?: string;
          kept_from?: string[];
          language: Database["public"]["Enums"]["language"];
          number: number;
          post_id: string;
          quoted_reply_id?: string | null;
          reactions?: Json;
          text_since?: string;
          text_version?: number;
        };
        Update: {
          author_id?: string | null;
          became_post?: string | null;
          body?: Json | null;
          created_at?: string;
          deleted_at?: string | null;
          edited_at?: string | null;
          edited_by?: string | null;
          hidden_at?: string | null;
          id?: string;
          kept_from?: string[];
          language?: Database["public"]["Enums"]["language"];
          number?: number;
          post_id?: string;
          quoted_reply_id?: string | null;
          reactions?: Json;
          text_since?: string;
          text_version?: number;
        };
        Relationships: [
          {
            foreignKeyName: "replies_author_id_fkey";
            columns: ["author_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "replies_became_post_fkey";
            columns: ["became_post"];
            isOneToOne: false;
            referencedRelation: "posts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "replies_edited_by_fkey";
            columns: ["edited_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "replies_post_id_fkey";
            columns: ["post_id"];
            isOneToOne: false;
            referencedRelation: "posts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "replies_quoted_reply_id_fkey";
            columns: ["quoted_reply_id"];
            isOneToOne: false;
            referencedRelation: "replies";
            referencedColumns: ["id"];
          },
        ];
      };
      reports: {
        Row: {
          created_at: string;
          handled_at: string | null;
          handled_by: string | null;
          id: string;
          note: string;
          post_id: string | null;
          reason: string;
          reply_id: string | null;
          reporter_id: string | null;
          status: string;
        };
        Insert: {
          created_at?: string;
          handled_at?: string | null;
          handled_by?: string | null;
          id?: string;
          note?: string;
          post_id?: string | null;
          reason: string;
          reply_id?: string | null;
          reporter_id?: string | null;
          status?: string;
        };
        Update: {
          created_at?: string;
          handled_at?: string | null;
          handled_by?: string | null;
          id?: string;
          note?: string;
          post_id?: string | null;
          reason?: string;
          reply_id?: string | null;
          reporter_id?: string | null;
          status?: string;
        };
        Relationships: [
          {
            foreignKeyName: "reports_handled_by_fkey";
            columns: ["handled_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "reports_post_id_fkey";
            columns: ["post_id"];
            isOneToOne: false;
            referencedRelation: "posts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "reports_reply_id_fkey";
            columns: ["reply_id"];
            isOneToOne: false;
            referencedRelation: "replies";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "reports_reporter_id_fkey";
            columns: ["reporter_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      resource_categories: {
        Row: {
          created_at: string;
          group_id: string | null;
          id: string;
          position: number;
          slug: string;
        };
        Insert: {
          created_at?: string;
          group_id?: string | null;
          id?: string;
          position?: number;
          slug: string;
        };
        Update: {
          created_at?: string;
          group_id?: string | null;
          id?: string;
          position?: number;
          slug?: string;
        };
        Relationships: [
          {
            foreignKeyName: "resource_categories_group_id_fkey";
            columns: ["group_id"];
            isOneToOne: false;
            referencedRelation: "groups";
            referencedColumns: ["id"];
          },
        ];
      };
      resource_category_texts: {
        Row: {
          category_id: string;
          language: Database["public"]["Enums"]["language"];
          name: string;
        };
        Insert: {
          category_id: string;
          language: Database["public"]["Enums"]["language"];
          name: string;
        };
        Update: {
          category_id?: string;
          language?: Database["public"]["Enums"]["language"];
          name?: string;
        };
        Relationships: [
          {
            foreignKeyName: "resource_category_texts_category_id_fkey";
            columns: ["category_id"];
            isOneToOne: false;
            referencedRelation: "resource_categories";
            referencedColumns: ["id"];
          },
        ];
      };
      resource_files: {
        Row: {
          confirmed_at: string | null;
          language: Database["public"]["Enums"]["language"] | null;
          older_since: string | null;
          older_than: Database["public"]["Enums"]["language"] | null;
          replaced_at: string;
          resource_id: string;
          stored_name: string | null;
          url: string;
        };
        Insert: {
          confirmed_at?: string | null;
          language?: Database["public"]["Enums"]["language"] | null;
          older_since?: string | null;
          older_than?: Database["public"]["Enums"]["language"] | null;
          replaced_at?: string;
          resource_id: string;
          stored_name?: never;
          url: string;
        };
        Update: {
          confirmed_at?: string | null;
          language?: Database["public"]["Enums"]["language"] | null;
          older_since?: string | null;
          older_than?: Database["public"]["Enums"]["language"] | null;
          replaced_at?: string;
          resource_id?: string;
          stored_name?: never;
          url?: string;
        };
        Relationships: [
          {
            foreignKeyName: "resource_files_resource_id_fkey";
            columns: ["resource_id"];
            isOneToOne: false;
            referencedRelation: "resources";
            referencedColumns: ["id"];
          },
        ];
      };
      resource_texts: {
        Row: {
          description: string;
          language: Database["public"]["Enums"]["language"];
          resource_id: string;
          title: string;
        };
        Insert: {
          description?: string;
          language: Database["public"]["Enums"]["language"];
          resource_id: string;
          title: string;
        };
        Update: {
          description?: string;
          language?: Database["public"]["Enums"]["language"];
          resource_id?: string;
          title?: string;
        };
        Relationships: [
          {
            foreignKeyName: "resource_texts_resource_id_fkey";
            columns: ["resource_id"];
            isOneToOne: false;
            referencedRelation: "resources";
            referencedColumns: ["id"];
          },
        ];
      };
      resources: {
        Row: {
          category_id: string;
          created_at: string;
          group_id: string | null;
          id: string;
          is_published: boolean;
          kind: string;
          position: number;
          updated_at: string;
          version: number;
        };
        Insert: {
          category_id: string;
          created_at?: string;
          group_id?: string | null;
          id?: string;
          is_published?: boolean;
          kind: string;
          position?: number;
          updated_at?: string;
          version?: number;
        };
        Update: {
          category_id?: string;
          created_at?: string;
          group_id?: string | null;
          id?: string;
          is_published?: boolean;
          kind?: string;
          position?: number;
          updated_at?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: "resources_category_id_fkey";
            columns: ["category_id"];
            isOneToOne: false;
            referencedRelation: "resource_categories";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "resources_group_id_fkey";
            columns: ["group_id"];
            isOneToOne: false;
            referencedRelation: "groups";
            referencedColumns: ["id"];
          },
        ];
      };
      role_grants: {
        Row: {
          forum_id: string | null;
          granted_at: string;
          granted_by: string | null;
          group_id: string | null;
          id: string;
          member_id: string;
          role_id: string;
          scope_id: string;
          service_id: string | null;
        };
        Insert: {
          forum_id?: string | null;
          granted_at?: string;
          granted_by?: string | null;
          group_id?: string | null;
          id?: string;
          member_id: string;
          role_id: string;
          scope_id?: never;
          service_id?: string | null;
        };
        Update: {
          forum_id?: string | null;
          granted_at?: string;
          granted_by?: string | null;
          group_id?: string | null;
          id?: string;
          member_id?: string;
          role_id?: string;
          scope_id?: never;
          service_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "role_grants_forum_id_fkey";
            columns: ["forum_id"];
            isOneToOne: false;
            referencedRelation: "forums";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "role_grants_granted_by_fkey";
            columns: ["granted_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "role_grants_group_id_fkey";
            columns: ["group_id"];
            isOneToOne: false;
            referencedRelation: "groups";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "role_grants_member_id_fkey";
            columns: ["member_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "role_grants_role_id_fkey";
            columns: ["role_id"];
            isOneToOne: false;
            referencedRelation: "roles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "role_grants_service_id_fkey";
            columns: ["service_id"];
            isOneToOne: false;
            referencedRelation: "services";
            referencedColumns: ["id"];
          },
        ];
      };
      roles: {
        Row: {
          created_at: string;
          id: string;
          name: string;
          preset: string | null;
          rights: Database["public"]["Enums"]["site_right"][];
        };
        Insert: {
          created_at?: string;
          id?: string;
          name?: string;
          preset?: string | null;
          rights: Database["public"]["Enums"]["site_right"][];
        };
        Update: {
          created_at?: string;
          id?: string;
          name?: string;
          preset?: string | null;
          rights?: Database["public"]["Enums"]["site_right"][];
        };
        Relationships: [];
      };
      rooms: {
        Row: {
          created_at: string;
          id: string;
          is_active: boolean;
          kind: Database["public"]["Enums"]["room_kind"];
          names: Json;
          position: number;
        };
        Insert: {
          created_at?: string;
          id?: string;
          is_active?: boolean;
          kind?: Database["public"]["Enums"]["room_kind"];
          names: Json;
          position?: number;
        };
        Update: {
          created_at?: string;
          id?: string;
          is_active?: boolean;
          kind?: Database["public"]["Enums"]["room_kind"];
          names?: Json;
          position?: number;
        };
        Relationships: [];
      };
      series: {
        Row: {
          created_at: string;
          id: string;
          ordered_at: string | null;
          slug: string;
          version: number;
        };
        Insert: {
          created_at?: string;
          id?: string;
          ordered_at?: string | null;
          slug: string;
          version?: number;
        };
        Update: {
          created_at?: string;
          id?: string;
          ordered_at?: string | null;
          slug?: string;
          version?: number;
        };
        Relationships: [];
      };
      series_articles: {
        Row: {
          article_id: string;
          position: number;
          series_id: string;
        };
        Insert: {
          article_id: string;
          position: number;
          series_id: string;
        };
        Update: {
          article_id?: string;
          position?: number;
          series_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "series_articles_article_id_fkey";
            columns: ["article_id"];
            isOneToOne: true;
            referencedRelation: "articles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "series_articles_series_id_fkey";
            columns: ["series_id"];
            isOneToOne: false;
            referencedRelation: "series";
            referencedColumns: ["id"];
          },
        ];
      };
      series_slugs: {
        Row: {
          series_id: string;
          slug: string;
        };
        Insert: {
          series_id: string;
          slug: string;
        };
        Update: {
          series_id?: string;
          slug?: string;
        };
        Relationships: [
          {
            foreignKeyName: "series_slugs_series_id_fkey";
            columns: ["series_id"];
            isOneToOne: false;
            referencedRelation: "series";
            referencedColumns: ["id"];
          },
        ];
      };
      series_texts: {
        Row: {
          description: string;
          language: Database["public"]["Enums"]["language"];
          series_id: string;
          title: string;
        };
        Insert: {
          description?: string;
          language: Database["public"]["Enums"]["language"];
          series_id: string;
          title: string;
        };
        Update: {
          description?: string;
          language?: Database["public"]["Enums"]["language"];
          series_id?: string;
          title?: string;
        };
        Relationships: [
          {
            foreignKeyName: "series_texts_series_id_fkey";
            columns: ["series_id"];
            isOneToOne: false;
            referencedRelation: "series";
            referencedColumns: ["id"];
          },
        ];
      };
      service_exceptions: {
        Row: {
          closes: string | null;
          day: string;
          id: string;
          note: string;
          opens: string | null;
          replaced: Json | null;
          service_id: string | null;
        };
        Insert: {
          closes?: string | null;
          day: string;
          id?: string;
          note?: string;
          opens?: string | null;
          replaced?: Json | null;
          service_id?: string | null;
        };
        Update: {
          closes?: string | null;
          day?: string;
          id?: string;
          note?: string;
          opens?: string | null;
          replaced?: Json | null;
          service_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "service_exceptions_service_id_fkey";
            columns: ["service_id"];
            isOneToOne: false;
            referencedRelation: "services";
            referencedColumns: ["id"];
          },
        ];
      };
      service_hosts: {
        Row: {
          host_id: string;
          position: number;
          service_id: string;
        };
        Insert: {
          host_id: string;
          position?: number;
          service_id: string;
        };
        Update: {
          host_id?: string;
          position?: number;
          service_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "service_hosts_host_id_fkey";
            columns: ["host_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "service_hosts_service_id_fkey";
            columns: ["service_id"];
            isOneToOne: false;
            referencedRelation: "services";
            referencedColumns: ["id"];
          },
        ];
      };
      service_hours: {
        Row: {
          closes: string;
          id: string;
          opens: string;
          service_id: string;
          weekday: number;
        };
        Insert: {
          closes: string;
          id?: string;
          opens: string;
          service_id: string;
          weekday: number;
        };
        Update: {
          closes?: string;
          id?: string;
          opens?: string;
          service_id?: string;
          weekday?: number;
        };
        Relationships: [
          {
            foreignKeyName: "service_hours_service_id_fkey";
            columns: ["service_id"];
            isOneToOne: false;
            referencedRelation: "services";
            referencedColumns: ["id"];
          },
        ];
      };
      service_links: {
        Row: {
          online_url: string;
          service_id: string;
        };
        Insert: {
          online_url: string;
          service_id: string;
        };
        Update: {
          online_url?: string;
          service_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "service_links_service_id_fkey";
            columns: ["service_id"];
            isOneToOne: true;
            referencedRelation: "services";
            referencedColumns: ["id"];
          },
        ];
      };
      service_messages: {
        Row: {
          addition: string;
          body: string;
          changed_at: string;
          changed_by: string | null;
          kind: string;
          language: Database["public"]["Enums"]["language"];
          service_id: string;
          sms: string;
          subject: string;
        };
        Insert: {
          addition?: string;
          body?: string;
          changed_at?: string;
          changed_by?: string | null;
          kind: string;
          language: Database["public"]["Enums"]["language"];
          service_id: string;
          sms?: string;
          subject?: string;
        };
        Update: {
          addition?: string;
          body?: string;
          changed_at?: string;
          changed_by?: string | null;
          kind?: string;
          language?: Database["public"]["Enums"]["language"];
          service_id?: string;
          sms?: string;
          subject?: string;
        };
        Relationships: [
          {
            foreignKeyName: "service_messages_changed_by_fkey";
            columns: ["changed_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "service_messages_service_id_fkey";
            columns: ["service_id"];
            isOneToOne: false;
            referencedRelation: "services";
            referencedColumns: ["id"];
          },
        ];
      };
      service_prices: {
        Row: {
          amount: number;
          currency: string;
          is_per_person: boolean;
          notes: Json;
          qr_url: string | null;
          service_id: string;
        };
        Insert: {
          amount: number;
          currency: string;
          is_per_person?: boolean;
          notes?: Json;
          qr_url?: string | null;
          service_id: string;
        };
        Update: {
          amount?: number;
          currency?: string;
          is_per_person?: boolean;
          notes?: Json;
          qr_url?: string | null;
          service_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "service_prices_service_id_fkey";
            columns: ["service_id"];
            isOneToOne: true;
            referencedRelation: "services";
            referencedColumns: ["id"];
          },
        ];
      };
      service_questions: {
        Row: {
          created_at: string;
          highest: number | null;
          id: string;
          is_required: boolean;
          is_sensitive: boolean;
          kind: string;
          lowest: number | null;
          options: Json;
          position: number;
          reader_roles: string[];
          replaced_at: string | null;
          replaces_id: string | null;
          service_id: string;
          texts: Json;
          version: number;
        };
        Insert: {
          created_at?: string;
          highest?: number | null;
          id?: string;
          is_required?: boolean;
          is_sensitive?: boolean;
          kind: string;
          lowest?: number | null;
          options?: Json;
          position?: number;
          reader_roles?: string[];
          replaced_at?: string | null;
          replaces_id?: string | null;
          service_id: string;
          texts: Json;
          version?: number;
        };
        Update: {
          created_at?: string;
          highest?: number | null;
          id?: string;
          is_required?: boolean;
          is_sensitive?: boolean;
          kind?: string;
          lowest?: number | null;
          options?: Json;
          position?: number;
          reader_roles?: string[];
          replaced_at?: string | null;
          replaces_id?: string | null;
          service_id?: string;
          texts?: Json;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: "service_questions_replaces_id_fkey";
            columns: ["replaces_id"];
            isOneToOne: false;
            referencedRelation: "service_questions";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "service_questions_service_id_fkey";
            columns: ["service_id"];
            isOneToOne: false;
            referencedRelation: "services";
            referencedColumns: ["id"];
          },
        ];
      };
      service_rooms: {
        Row: {
          position: number;
          room_id: string;
          service_id: string;
        };
        Insert: {
          position?: number;
          room_id: string;
          service_id: string;
        };
        Update: {
          position?: number;
          room_id?: string;
          service_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "service_rooms_room_id_fkey";
            columns: ["room_id"];
            isOneToOne: false;
            referencedRelation: "rooms";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "service_rooms_service_id_fkey";
            columns: ["service_id"];
            isOneToOne: false;
            referencedRelation: "services";
            referencedColumns: ["id"];
          },
        ];
      };
      service_slugs: {
        Row: {
          service_id: string;
          slug: string;
        };
        Insert: {
          service_id: string;
          slug: string;
        };
        Update: {
          service_id?: string;
          slug?: string;
        };
        Relationships: [
          {
            foreignKeyName: "service_slugs_service_id_fkey";
            columns: ["service_id"];
            isOneToOne: false;
            referencedRelation: "services";
            referencedColumns: ["id"];
          },
        ];
      };
      service_texts: {
        Row: {
          description: string;
          language: Database["public"]["Enums"]["language"];
          name: string;
          place: string;
          service_id: string;
        };
        Insert: {
          description?: string;
          language: Database["public"]["Enums"]["language"];
          name: string;
          place?: string;
          service_id: string;
        };
        Update: {
          description?: string;
          language?: Database["public"]["Enums"]["language"];
          name?: string;
          place?: string;
          service_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "service_texts_service_id_fkey";
            columns: ["service_id"];
            isOneToOne: false;
            referencedRelation: "services";
            referencedColumns: ["id"];
          },
        ];
      };
      services: {
        Row: {
          allows_guests: boolean;
          allows_overlap: boolean;
          answer_days: number;
          buffer_after_minutes: number;
          buffer_before_minutes: number;
          cancel_until_minutes: number;
          capacity: number;
          created_at: string;
          day_limit: number | null;
          desk_messages: string[];
          duration_minutes: number;
          follow_up_minutes: number | null;
          host_id: string | null;
          host_messages: string[];
          id: string;
          is_active: boolean;
          is_online: boolean;
          kind: Database["public"]["Enums"]["service_kind"];
          link_minutes: number | null;
          member_limit: number | null;
          needs_confirmation: boolean;
          notice_minutes: number;
          notifies_staff: boolean;
          offer_hours: number;
          per_person: number;
          picture_url: string | null;
          position: number;
          reminder_minutes: number[];
          request_hours: number;
          request_takes_place: boolean;
          sequence: number;
          series: string | null;
          slug: string;
          thread_days: number | null;
          time_zone: string;
          updated_at: string;
          week_limit: number | null;
          window_days: number;
        };
        Insert: {
          allows_guests?: boolean;
          allows_overlap?: boolean;
          answer_days?: number;
          buffer_after_minutes?: number;
          buffer_before_minutes?: number;
          cancel_until_minutes?: number;
          capacity?: number;
          created_at?: string;
          day_limit?: number | null;
          desk_messages?: string[];
          duration_minutes: number;
          follow_up_minutes?: number | null;
          host_id?: string | null;
          host_messages?: string[];
          id?: string;
          is_active?: boolean;
          is_online?: boolean;
          kind: Database["public"]["Enums"]["service_kind"];
          link_minutes?: number | null;
          member_limit?: number | null;
          needs_confirmation?: boolean;
          notice_minutes?: number;
          notifies_staff?: boolean;
          offer_hours?: number;
          per_person?: number;
          picture_url?: string | null;
          position?: number;
          reminder_minutes?: number[];
          request_hours?: number;
          request_takes_place?: boolean;
          sequence?: number;
          series?: string | null;
          slug: string;
          thread_days?: number | null;
          time_zone: string;
          updated_at?: string;
          week_limit?: number | null;
          window_days?: number;
        };
        Update: {
          allows_guests?: boolean;
          allows_overlap?: boolean;
          answer_days?: number;
          buffer_after_minutes?: number;
          buffer_before_minutes?: number;
          cancel_until_minutes?: number;
          capacity?: number;
          created_at?: string;
          day_limit?: number | null;
          desk_messages?: string[];
          duration_minutes?: number;
          follow_up_minutes?: number | null;
          host_id?: string | null;
          host_messages?: string[];
          id?: string;
          is_active?: boolean;
          is_online?: boolean;
          kind?: Database["public"]["Enums"]["service_kind"];
          link_minutes?: number | null;
          member_limit?: number | null;
          needs_confirmation?: boolean;
          notice_minutes?: number;
          notifies_staff?: boolean;
          offer_hours?: number;
          per_person?: number;
          picture_url?: string | null;
          position?: number;
          reminder_minutes?: number[];
          request_hours?: number;
          request_takes_place?: boolean;
          sequence?: number;
          series?: string | null;
          slug?: string;
          thread_days?: number | null;
          time_zone?: string;
          updated_at?: string;
          week_limit?: number | null;
          window_days?: number;
        };
        Relationships: [
          {
            foreignKeyName: "services_host_id_fkey";
            columns: ["host_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      setting_changes: {
        Row: {
          after: Json | null;
          before: Json | null;
          changed_at: string;
          changed_by: string | null;
          id: number;
          language: Database["public"]["Enums"]["language"] | null;
          setting: string;
        };
        Insert: {
          after?: Json | null;
          before?: Json | null;
          changed_at?: string;
          changed_by?: string | null;
          id?: never;
          language?: Database["public"]["Enums"]["language"] | null;
          setting: string;
        };
        Update: {
          after?: Json | null;
          before?: Json | null;
          changed_at?: string;
          changed_by?: string | null;
          id?: never;
          language?: Database["public"]["Enums"]["language"] | null;
          setting?: string;
        };
        Relationships: [
          {
            foreignKeyName: "setting_changes_changed_by_fkey";
            columns: ["changed_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      setup_steps: {
        Row: {
          decided_at: string;
          decided_by: string | null;
          state: string;
          step: string;
          trace: Json;
        };
        Insert: {
          decided_at?: string;
          decided_by?: string | null;
          state: string;
          step: string;
          trace?: Json;
        };
        Update: {
          decided_at?: string;
          decided_by?: string | null;
          state?: string;
          step?: string;
          trace?: Json;
        };
        Relationships: [
          {
            foreignKeyName: "setup_steps_decided_by_fkey";
            columns: ["decided_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      site_settings: {
        Row: {
          accent: string | null;
          administrators_need_factor: boolean;
          bot_check_after: number | null;
          comments_forum_id: string | null;
          cover_focus_x: number;
          cover_focus_y: number;
          cover_url: string | null;
          default_language: Database["public"]["Enums"]["language"];
          draft_days: number;
          embed_hosts: string[];
          file_days: number;
          font_pair: string;
          has_directory: boolean;
          has_messages: boolean;
          hides_after_reports: number | null;
          holds_first_posts: boolean;
          home_sections: string[];
          languages: Database["public"]["Enums"]["language"][];
          limits_newcomers: boolean;
          logo_url: string | null;
          map_url: string | null;
          message_days: number;
          notice_days: number;
          only_row: boolean;
          phone: string;
          post_gap_seconds: number;
          preset: string;
          privacy_days: number;
          requires_bot_check: boolean;
          search_days: number;
          time_zone: string;
          updated_at: string;
        };
        Insert: {
          accent?: string | null;
          administrators_need_factor?: boolean;
          bot_check_after?: number | null;
          comments_forum_id?: string | null;
          cover_focus_x?: number;
          cover_focus_y?: number;
          cover_url?: string | null;
          default_language?: Database["public"]["Enums"]["language"];
          draft_days?: number;
          embed_hosts?: string[];
          file_days?: number;
          font_pair?: string;
          has_directory?: boolean;
          has_messages?: boolean;
          hides_after_reports?: number | null;
          holds_first_posts?: boolean;
          home_sections?: string[];
          languages?: Database["public"]["Enums"]["language"][];
          limits_newcomers?: boolean;
          logo_url?: string | null;
          map_url?: string | null;
          message_days?: number;
          notice_days?: number;
          only_row?: boolean;
          phone?: string;
          post_gap_seconds?: number;
          preset?: string;
          privacy_days?: number;
          requires_bot_check?: boolean;
          search_days?: number;
          time_zone?: string;
          updated_at?: string;
        };
        Update: {
          accent?: string | null;
          administrators_need_factor?: boolean;
          bot_check_after?: number | null;
          comments_forum_id?: string | null;
          cover_focus_x?: number;
          cover_focus_y?: number;
          cover_url?: string | null;
          default_language?: Database["public"]["Enums"]["language"];
          draft_days?: number;
          embed_hosts?: string[];
          file_days?: number;
          font_pair?: string;
          has_directory?: boolean;
          has_messages?: boolean;
          hides_after_reports?: number | null;
          holds_first_posts?: boolean;
          home_sections?: string[];
          languages?: Database["public"]["Enums"]["language"][];
          limits_newcomers?: boolean;
          logo_url?: string | null;
          map_url?: string | null;
          message_days?: number;
          notice_days?: number;
          only_row?: boolean;
          phone?: string;
          post_gap_seconds?: number;
          preset?: string;
          privacy_days?: number;
          requires_bot_check?: boolean;
          search_days?: number;
          time_zone?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: "site_settings_comments_forum_id_fkey";
            columns: ["comments_forum_id"];
            isOneToOne: false;
            referencedRelation: "forums";
            referencedColumns: ["id"];
          },
        ];
      };
      site_setup: {
        Row: {
          finished_at: string | null;
          kind: string | null;
          only_row: boolean;
          postponed_at: string | null;
        };
        Insert: {
          finished_at?: string | null;
          kind?: string | null;
          only_row?: boolean;
          postponed_at?: string | null;
        };
        Update: {
          finished_at?: string | null;
          kind?: string | null;
          only_row?: boolean;
          postponed_at?: string | null;
        };
        Relationships: [];
      };
      site_texts: {
        Row: {
          about: Json;
          address: string;
          home: Json;
          language: Database["public"]["Enums"]["language"];
          name: string;
          opening_hours: string;
          tagline: string;
          updated_at: string;
        };
        Insert: {
          about?: Json;
          address?: string;
          home?: Json;
          language: Database["public"]["Enums"]["language"];
          name?: string;
          opening_hours?: string;
          tagline?: string;
          updated_at?: string;
        };
        Update: {
          about?: Json;
          address?: string;
          home?: Json;
          language?: Database["public"]["Enums"]["language"];
          name?: string;
          opening_hours?: string;
          tagline?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      slot_links: {
        Row: {
          online_url: string;
          slot_id: string;
        };
        Insert: {
          online_url: string;
          slot_id: string;
        };
        Update: {
          online_url?: string;
          slot_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "slot_links_slot_id_fkey";
            columns: ["slot_id"];
            isOneToOne: true;
            referencedRelation: "slots";
            referencedColumns: ["id"];
          },
        ];
      };
      slot_notices: {
        Row: {
          created_at: string;
          id: number;
          service_id: string;
        };
        Insert: {
          created_at?: string;
          id?: never;
          service_id: string;
        };
        Update: {
          created_at?: string;
          id?: never;
          service_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "slot_notices_service_id_fkey";
            columns: ["service_id"];
            isOneToOne: false;
            referencedRelation: "services";
            referencedColumns: ["id"];
          },
        ];
      };
      slots: {
        Row: {
          blocks_service: boolean;
          booking_id: string | null;
          busy: string;
          capacity: number;
          chosen_by: string[];
          ends_at: string;
          equipment_id: string | null;
          host_id: string | null;
          id: string;
          room_id: string | null;
          service_id: string;
          starts_at: string;
          taken: number;
        };
        Insert: {
          blocks_service?: boolean;
          booking_id?: string | null;
          busy: string;
          capacity: number;
          chosen_by?: string[];
          ends_at: string;
          equipment_id?: string | null;
          host_id?: string | null;
          id?: string;
          room_id?: string | null;
          service_id: string;
          starts_at: string;
          taken?: number;
        };
        Update: {
          blocks_service?: boolean;
          booking_id?: string | null;
          busy?: string;
          capacity?: number;
          chosen_by?: string[];
          ends_at?: string;
          equipment_id?: string | null;
          host_id?: string | null;
          id?: string;
          room_id?: string | null;
          service_id?: string;
          starts_at?: string;
          taken?: number;
        };
        Relationships: [
          {
            foreignKeyName: "slots_booking_id_fkey";
            columns: ["booking_id"];
            isOneToOne: false;
            referencedRelation: "bookings";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "slots_equipment_id_fkey";
            columns: ["equipment_id"];
            isOneToOne: false;
            referencedRelation: "rooms";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "slots_host_id_fkey";
            columns: ["host_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "slots_room_id_fkey";
            columns: ["room_id"];
            isOneToOne: false;
            referencedRelation: "rooms";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "slots_service_id_fkey";
            columns: ["service_id"];
            isOneToOne: false;
            referencedRelation: "services";
            referencedColumns: ["id"];
          },
        ];
      };
      staff_log: {
        Row: {
          act: string;
          actor_id: string | null;
          at: string;
          changes: Json;
          id: number;
          member_id: string | null;
          thing: string;
          thing_id: string | null;
        };
        Insert: {
          act: string;
          actor_id?: string | null;
          at?: string;
          changes?: Json;
          id?: never;
          member_id?: string | null;
          thing: string;
          thing_id?: string | null;
        };
        Update: {
          act?: string;
          actor_id?: string | null;
          at?: string;
          changes?: Json;
          id?: never;
          member_id?: string | null;
          thing?: string;
          thing_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "staff_log_actor_id_fkey";
            columns: ["actor_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "staff_log_member_id_fkey";
            columns: ["member_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      text_links: {
        Row: {
          article_id: string | null;
          id: number;
          link_id: number;
          post_id: string | null;
          reply_id: string | null;
        };
        Insert: {
          article_id?: string | null;
          id?: never;
          link_id: number;
          post_id?: string | null;
          reply_id?: string | null;
        };
        Update: {
          article_id?: string | null;
          id?: never;
          link_id?: number;
          post_id?: string | null;
          reply_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "text_links_article_id_fkey";
            columns: ["article_id"];
            isOneToOne: false;
            referencedRelation: "articles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "text_links_link_id_fkey";
            columns: ["link_id"];
            isOneToOne: false;
            referencedRelation: "link_previews";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "text_links_post_id_fkey";
            columns: ["post_id"];
            isOneToOne: false;
            referencedRelation: "posts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "text_links_reply_id_fkey";
            columns: ["reply_id"];
            isOneToOne: false;
            referencedRelation: "replies";
            referencedColumns: ["id"];
          },
        ];
      };
      text_pictures: {
        Row: {
          article_id: string | null;
          id: number;
          is_current: boolean;
          picture: string;
          post_id: string | null;
          reply_id: string | null;
        };
        Insert: {
          article_id?: string | null;
          id?: never;
          is_current?: boolean;
          picture: string;
          post_id?: string | null;
          reply_id?: string | null;
        };
        Update: {
          article_id?: string | null;
          id?: never;
          is_current?: boolean;
          picture?: string;
          post_id?: string | null;
          reply_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "text_pictures_article_id_fkey";
            columns: ["article_id"];
            isOneToOne: false;
            referencedRelation: "articles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "text_pictures_post_id_fkey";
            columns: ["post_id"];
            isOneToOne: false;
            referencedRelation: "posts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "text_pictures_reply_id_fkey";
            columns: ["reply_id"];
            isOneToOne: false;
            referencedRelation: "replies";
            referencedColumns: ["id"];
          },
        ];
      };
      thread_reads: {
        Row: {
          last_number: number;
          member_id: string;
          post_id: string;
          updated_at: string;
        };
        Insert: {
          last_number: number;
          member_id: string;
          post_id: string;
          updated_at?: string;
        };
        Update: {
          last_number?: number;
          member_id?: string;
          post_id?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: "thread_reads_member_id_fkey";
            columns: ["member_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "thread_reads_post_id_fkey";
            columns: ["post_id"];
            isOneToOne: false;
            referencedRelation: "posts";
            referencedColumns: ["id"];
          },
        ];
      };
      topics_read: {
        Row: {
          member_id: string;
          read_at: string;
        };
        Insert: {
          member_id: string;
          read_at?: string;
        };
        Update: {
          member_id?: string;
          read_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: "topics_read_member_id_fkey";
            columns: ["member_id"];
            isOneToOne: true;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      translation_memory: {
        Row: {
          article_id: string;
          block: Json;
          language: Database["public"]["Enums"]["language"];
          learned_at: string;
          source_hash: string;
          source_language: Database["public"]["Enums"]["language"];
        };
        Insert: {
          article_id: string;
          block: Json;
          language: Database["public"]["Enums"]["language"];
          learned_at?: string;
          source_hash: string;
          source_language: Database["public"]["Enums"]["language"];
        };
        Update: {
          article_id?: string;
          block?: Json;
          language?: Database["public"]["Enums"]["language"];
          learned_at?: string;
          source_hash?: string;
          source_language?: Database["public"]["Enums"]["language"];
        };
        Relationships: [
          {
            foreignKeyName: "translation_memory_article_id_fkey";
            columns: ["article_id"];
            isOneToOne: false;
            referencedRelation: "articles";
            referencedColumns: ["id"];
          },
        ];
      };
      translation_reports: {
        Row: {
          created_at: string;
          handled_at: string | null;
          handled_by: string | null;
          id: string;
          note: string;
          reason: string;
          reporter_id: string | null;
          status: string;
          translation_id: string;
        };
        Insert: {
          created_at?: string;
          handled_at?: string | null;
          handled_by?: string | null;
          id: string;
          note?: string;
          reason: string;
          reporter_id?: string | null;
          status?: string;
          translation_id: string;
        };
        Update: {
          created_at?: string;
          handled_at?: string | null;
          handled_by?: string | null;
          id?: string;
          note?: string;
          reason?: string;
          reporter_id?: string | null;
          status?: string;
          translation_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "translation_reports_handled_by_fkey";
            columns: ["handled_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "translation_reports_reporter_id_fkey";
            columns: ["reporter_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      translation_requests: {
        Row: {
          created_at: string;
          id: string;
          language: Database["public"]["Enums"]["language"];
          member_id: string;
          post_id: string | null;
          reply_id: string | null;
        };
        Insert: {
          created_at?: string;
          id?: string;
          language: Database["public"]["Enums"]["language"];
          member_id: string;
          post_id?: string | null;
          reply_id?: string | null;
        };
        Update: {
          created_at?: string;
          id?: string;
          language?: Database["public"]["Enums"]["language"];
          member_id?: string;
          post_id?: string | null;
          reply_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "translation_requests_member_id_fkey";
            columns: ["member_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "translation_requests_post_id_fkey";
            columns: ["post_id"];
            isOneToOne: false;
            referencedRelation: "posts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "translation_requests_reply_id_fkey";
            columns: ["reply_id"];
            isOneToOne: false;
            referencedRelation: "replies";
            referencedColumns: ["id"];
          },
        ];
      };
      translation_tasks: {
        Row: {
          amount: number;
          changed_at: string;
          claimed_by: string | null;
          claimed_until: string | null;
          group_id: string | null;
          id: string;
          item_id: string;
          kind: string;
          language: Database["public"]["Enums"]["language"];
          source_language: Database["public"]["Enums"]["language"];
          state: string;
          until: string | null;
          urgency: number;
        };
        Insert: {
          amount: number;
          changed_at: string;
          claimed_by?: string | null;
          claimed_until?: string | null;
          group_id?: string | null;
          id?: string;
          item_id: string;
          kind: string;
          language: Database["public"]["Enums"]["language"];
          source_language: Database["public"]["Enums"]["language"];
          state: string;
          until?: string | null;
          urgency?: never;
        };
        Update: {
          amount?: number;
          changed_at?: string;
          claimed_by?: string | null;
          claimed_until?: string | null;
          group_id?: string | null;
          id?: string;
          item_id?: string;
          kind?: string;
          language?: Database["public"]["Enums"]["language"];
          source_language?: Database["public"]["Enums"]["language"];
          state?: string;
          until?: string | null;
          urgency?: never;
        };
        Relationships: [
          {
            foreignKeyName: "translation_tasks_claimed_by_fkey";
            columns: ["claimed_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      translations: {
        Row: {
          body: Json;
          created_at: string;
          id: string;
          language: Database["public"]["Enums"]["language"];
          post_id: string | null;
          reply_id: string | null;
          source_version: number;
          title: string | null;
          translator_id: string | null;
          updated_at: string;
        };
        Insert: {
          body: Json;
          created_at?: string;
          id?: string;
          language: Database["public"]["Enums"]["language"];
          post_id?: string | null;
          reply_id?: string | null;
          source_version: number;
          title?: string | null;
          translator_id?: string | null;
          updated_at?: string;
        };
        Update: {
          body?: Json;
          created_at?: string;
          id?: string;
          language?: Database["public"]["Enums"]["language"];
          post_id?: string | null;
          reply_id?: string | null;
          source_version?: number;
          title?: string | null;
          translator_id?: string | null;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: "translations_post_id_fkey";
            columns: ["post_id"];
            isOneToOne: false;
            referencedRelation: "posts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "translations_reply_id_fkey";
            columns: ["reply_id"];
            isOneToOne: false;
            referencedRelation: "replies";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "translations_translator_id_fkey";
            columns: ["translator_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      used_bot_tokens: {
        Row: {
          expires_at: string;
          id: string;
        };
        Insert: {
          expires_at: string;
          id: string;
        };
        Update: {
          expires_at?: string;
          id?: string;
        };
        Relationships: [];
      };
      watches: {
        Row: {
          changed_at: string;
          forum_id: string | null;
          id: number;
          is_automatic: boolean;
          language: Database["public"]["Enums"]["language"] | null;
          level: string;
          member_id: string;
          post_id: string | null;
          tag: string | null;
        };
        Insert: {
          changed_at?: string;
          forum_id?: string | null;
          id?: never;
          is_automatic?: boolean;
          language?: Database["public"]["Enums"]["language"] | null;
          level: string;
          member_id: string;
          post_id?: string | null;
          tag?: string | null;
        };
        Update: {
          changed_at?: string;
          forum_id?: string | null;
          id?: never;
          is_automatic?: boolean;
          language?: Database["public"]["Enums"]["language"] | null;
          level?: string;
          member_id?: string;
          post_id?: string | null;
          tag?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "watches_forum_id_fkey";
            columns: ["forum_id"];
            isOneToOne: false;
            referencedRelation: "forums";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "watches_member_id_fkey";
            columns: ["member_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "watches_post_id_fkey";
            columns: ["post_id"];
            isOneToOne: false;
            referencedRelation: "posts";
            referencedColumns: ["id"];
          },
        ];
      };
      withdrawn_quotes: {
        Row: {
          content: Json;
          id: string;
          post_id: string | null;
          reply_id: string | null;
        };
        Insert: {
          content: Json;
          id?: string;
          post_id?: string | null;
          reply_id?: string | null;
        };
        Update: {
          content?: Json;
          id?: string;
          post_id?: string | null;
          reply_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "withdrawn_quotes_post_id_fkey";
            columns: ["post_id"];
            isOneToOne: false;
            referencedRelation: "posts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "withdrawn_quotes_reply_id_fkey";
            columns: ["reply_id"];
            isOneToOne: false;
            referencedRelation: "replies";
            referencedColumns: ["id"];
          },
        ];
      };
      withheld_translations: {
        Row: {
          body: Json;
          created_at: string;
          id: string;
          language: Database["public"]["Enums"]["language"];
          post_id: string | null;
          reason: string;
          removed_by: string | null;
          reply_id: string | null;
          source_version: number;
          title: string | null;
          translator_id: string | null;
          updated_at: string;
          withheld_at: string;
        };
        Insert: {
          body: Json;
          created_at: string;
          id: string;
          language: Database["public"]["Enums"]["language"];
          post_id?: string | null;
          reason: string;
          removed_by?: string | null;
          reply_id?: string | null;
          source_version: number;
          title?: string | null;
          translator_id?: string | null;
          updated_at: string;
          withheld_at?: string;
        };
        Update: {
          body?: Json;
          created_at?: string;
          id?: string;
          language?: Database["public"]["Enums"]["language"];
          post_id?: string | null;
          reason?: string;
          removed_by?: string | null;
          reply_id?: string | null;
          source_version?: number;
          title?: string | null;
          translator_id?: string | null;
          updated_at?: string;
          withheld_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: "withheld_translations_post_id_fkey";
            columns: ["post_id"];
            isOneToOne: false;
            referencedRelation: "posts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "withheld_translations_removed_by_fkey";
            columns: ["removed_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "withheld_translations_reply_id_fkey";
            columns: ["reply_id"];
            isOneToOne: false;
            referencedRelation: "replies";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "withheld_translations_translator_id_fkey";
            columns: ["translator_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      wordings: {
        Row: {
          changed_at: string;
          changed_by: string | null;
          key: string;
          language: Database["public"]["Enums"]["language"];
          original: string;
          text: string;
        };
        Insert: {
          changed_at?: string;
          changed_by?: string | null;
          key: string;
          language: Database["public"]["Enums"]["language"];
          original: string;
          text: string;
        };
        Update: {
          changed_at?: string;
          changed_by?: string | null;
          key?: string;
          language?: Database["public"]["Enums"]["language"];
          original?: string;
          text?: string;
        };
        Relationships: [
          {
            foreignKeyName: "wordings_changed_by_fkey";
            columns: ["changed_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      work_hours: {
        Row: {
          closes: string;
          host_id: string | null;
          id: string;
          opens: string;
          room_id: string | null;
          weekday: number;
        };
        Insert: {
          closes: string;
          host_id?: string | null;
          id?: string;
          opens: string;
          room_id?: string | null;
          weekday: number;
        };
        Update: {
          closes?: string;
          host_id?: string | null;
          id?: string;
          opens?: string;
          room_id?: string | null;
          weekday?: number;
        };
        Relationships: [
          {
            foreignKeyName: "work_hours_host_id_fkey";
            columns: ["host_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "work_hours_room_id_fkey";
            columns: ["room_id"];
            isOneToOne: false;
            referencedRelation: "rooms";
            referencedColumns: ["id"];
          },
        ];
      };
    };
    Views: {
      page_names: {
        Row: {
          kind: string | null;
          language: Database["public"]["Enums"]["language"] | null;
          needs_consent: boolean | null;
          page_id: string | null;
          slug: string | null;
          title: string | null;
          title_language: Database["public"]["Enums"]["language"] | null;
        };
        Relationships: [];
      };
      site_names: {
        Row: {
          language: Database["public"]["Enums"]["language"] | null;
          name: string | null;
          tagline: string | null;
        };
        Relationships: [];
      };
    };
    Functions: {
      about_template: { Args: { wanted: Database["public"]["Enums"]["language"] | null }; Returns: string };
      accept_invitation: { Args: { token: string | null }; Returns: boolean };
      accept_offer: { Args: { id: string | null; link?: string | null }; Returns: Json };
      accept_series: { Args: { b: Database["public"]["Tables"]["bookings"]["Row"] | null; s: Database["public"]["Tables"]["services"]["Row"] | null }; Returns: null };
      act_as_site: { Args: { statement: string | null; thing: string | null; until?: string | null }; Returns: null };
      add_absence: { Args: { from_wall: string | null; host: string | null; id: string | null; note?: string | null; room: string | null; until_wall: string | null }; Returns: string };
      add_answer_file: { Args: { client: string | null; id: string | null; key_id: string | null; language: Database["public"]["Enums"]["language"] | null; question: string | null; sealed: string | null; value: Json | null }; Returns: null };
      add_barrier: { Args: { id: string | null; kind: string | null; note?: string | null; value: string | null }; Returns: number };
      add_calendar: { Args: { address: string | null; host: string | null; id: string | null }; Returns: string };
      add_comment: { Args: { article: string | null; body: Json | null; id: string | null; kept_from?: string[] | null; language: Database["public"]["Enums"]["language"] | null; quoted_reply_id?: string | null }; Returns: Json };
      add_poll: { Args: { poll: Json | null; post: string | null }; Returns: null };
      add_post_with_poll: { Args: { body: Json | null; forum: string | null; id: string | null; kept_from?: string[] | null; language: Database["public"]["Enums"]["language"] | null; poll: Json | null; tags: string[] | null; title: string | null }; Returns: Json };
      add_privacy_request: { Args: { channel: string | null; id: string | null; kind: string | null; member?: string | null; message: string | null; person_contact?: string | null; person_name?: string | null; received_on: string | null }; Returns: null };
      addresses_of: { Args: { member: string | null }; Returns: string[] };
      admit_guest: { Args: { booking: string | null; language: Database["public"]["Enums"]["language"] | null; name: string | null; recipient: string | null; service: string | null; time_zone: string | null; token: string | null }; Returns: string };
      admit_picture_fetch: { Args: Record<PropertyKey, never>; Returns: boolean };
      admit_text: { Args: { area: string | null; kind: string | null; new_text: Json | null }; Returns: boolean };
      admits_hold: { Args: { hourly: number | null; key: string | null; kind: string | null }; Returns: boolean };
      admits_network: { Args: { kind: string | null; network: string | null }; Returns: boolean };
      affected_data: { Args: { incident: Database["public"]["Tables"]["incidents"]["Row"] | null }; Returns: { address: string; guest_id: string; kind: string; member_id: string; since: string }[] };
      answer_booking: { Args: { answer: string | null; link: string | null }; Returns: boolean };
      answer_conversation: { Args: { accepts: boolean | null; conversation: string | null }; Returns: null };
      answer_requests: { Args: { translation: string | null }; Returns: null };
      apply_act: { Args: { act: string | null; kind: string | null; posts: string[] | null; reply_ids?: string[] | null; value?: Json | null }; Returns: number };
      apply_article_act: { Args: { act: string | null; articles: string[] | null; kind: string | null; tag?: string | null }; Returns: number };
      apply_topic_timers: { Args: Record<PropertyKey, never>; Returns: number };
      approve_article_text: { Args: { article: Json | null; base_version: number | null; review: string | null; texts: Json | null }; Returns: Json };
      are_apart: { Args: { one: string | null; other: string | null }; Returns: boolean };
      area_for_comment: { Args: { article: Database["public"]["Tables"]["articles"]["Row"] | null }; Returns: string };
      areas_kept_from: { Args: { use: string | null }; Returns: string[] };
      areas_of: { Args: { member: string | null; only_areas?: string[] | null; wanted: Database["public"]["Enums"]["site_right"] | null }; Returns: string[] };
      article_after: { Args: { article: Database["public"]["Tables"]["articles"]["Row"] | null; kind: string | null; tag: string | null }; Returns: Database["public"]["Tables"]["articles"]["Row"] };
      article_facts: { Args: { article: Database["public"]["Tables"]["articles"]["Row"] | null; save_id: string | null }; Returns: Json };
      article_saved: { Args: { article: string | null }; Returns: Json };
      article_undone: { Args: { act: Database["public"]["Tables"]["article_acts"]["Row"] | null; article: Database["public"]["Tables"]["articles"]["Row"] | null; before: Json | null }; Returns: Database["public"]["Tables"]["articles"]["Row"] };
      ascii_slug: { Args: { words: string }; Returns: string };
      ask_for_changes: { Args: { comment: string | null; review: string | null }; Returns: null };
      ask_for_translation: { Args: { asks?: boolean | null; post?: string | null; reply?: string | null; wanted: Database["public"]["Enums"]["language"] | null }; Returns: null };
      asked_consents: { Args: { wanted: Database["public"]["Enums"]["language"] | null }; Returns: { language: Database["public"]["Enums"]["language"]; slug: string; title: string; version_id: string }[] };
      asked_dates: { Args: { booking: string | null }; Returns: number };
      asked_questions: { Args: { service: string | null }; Returns: Database["public"]["Tables"]["service_questions"]["Row"][] };
      ban_everywhere: { Args: { areas: string[] | null; member: string | null; reason: string | null }; Returns: Json };
      barrier_of_sign_up: { Args: { email: string | null; network: string | null }; Returns: string };
      barrier_value: { Args: { kind: string | null; value: string | null }; Returns: string };
      begin_account_export: { Args: Record<PropertyKey, never>; Returns: { attempt: number; id: string; member_id: string }[] };
      begin_act: { Args: { act: string | null; kind: string | null; value: Json | null }; Returns: null };
      begin_backup: { Args: { hour: number | null }; Returns: string };
      begin_backup_copy: { Args: { files: string[] | null }; Returns: { file: string; id: string }[] };
      begin_restore_test: { Args: { files: string[] | null }; Returns: { file: string; id: string }[] };
      block_hash: { Args: { block: Json | null }; Returns: string };
      book: { Args: { host?: string | null; id: string | null; note?: string | null; or_wait?: boolean | null; party?: number | null; service: string | null; starts_at: string | null }; Returns: Json };
      book_as_guest: { Args: { address: string | null; channel?: string | null; host?: string | null; id: string | null; language?: Database["public"]["Enums"]["language"] | null; name: string | null; note?: string | null; or_wait?: boolean | null; party?: number | null; service: string | null; starts_at: string | null; time_zone?: string | null; token: string | null }; Returns: Json };
      book_for: { Args: { address?: string | null; guest?: string | null; host?: string | null; id: string | null; language?: Database["public"]["Enums"]["language"] | null; member?: string | null; name?: string | null; note?: string | null; or_wait?: boolean | null; party?: number | null; service: string | null; starts_at: string | null }; Returns: Json };
      book_series: { Args: { id: string | null; note?: string | null; or_wait?: boolean | null; party?: number | null; service: string | null }; Returns: Json };
      book_series_as_guest: { Args: { address: string | null; channel?: string | null; id: string | null; language?: Database["public"]["Enums"]["language"] | null; name: string | null; note?: string | null; or_wait?: boolean | null; party?: number | null; service: string | null; time_zone?: string | null; token: string | null }; Returns: Json };
      book_series_for: { Args: { address?: string | null; guest?: string | null; id: string | null; language?: Database["public"]["Enums"]["language"] | null; member?: string | null; name?: string | null; note?: string | null; or_wait?: boolean | null; party?: number | null; service: string | null }; Returns: Json };
      booking_answer: { Args: { b: Database["public"]["Tables"]["bookings"]["Row"] | null }; Returns: Json };
      booking_desk: { Args: { booking: Database["public"]["Tables"]["bookings"]["Row"] | null }; Returns: string[] };
      booking_details: { Args: { wanted: Database["public"]["Enums"]["language"] | null }; Returns: Database["public"]["CompositeTypes"]["booking_detail"][] };
      booking_languages: { Args: { from_month: string | null; to_month: string | null }; Returns: { bookings: number; language: Database["public"]["Enums"]["language"]; month: string; service_id: string }[] };
      booking_link: { Args: { booking: string | null }; Returns: string };
      booking_message_details: { Args: { booking: Database["public"]["Tables"]["bookings"]["Row"] | null }; Returns: Json };
      booking_of_thread: { Args: { post: string | null }; Returns: string };
      booking_person: { Args: { guest: string | null; member: string | null }; Returns: string };
      booking_places: { Args: { except_slot?: string | null; from_time: string | null; host?: string | null; s: Database["public"]["Tables"]["services"]["Row"] | null; until_time: string | null }; Returns: { away: string; busy: string; id: string; kind: string; place: number; work: string }[] };
      booking_report: { Args: { from_month: string | null; to_month: string | null }; Returns: { arrived: number; bookings: number; cancelled: number; declined: number; expired: number; late: number; missed: number; month: string; people: number; service_id: string; withdrawn: number }[] };
      booking_sums: { Args: { from_month: string | null; to_month: string | null }; Returns: { currency: string; due: number; month: string; paid: number; service_id: string }[] };
      bookings_in: { Args: { from_time: string | null; host: string | null; service: string | null; until_time: string | null }; Returns: Database["public"]["Tables"]["bookings"]["Row"][] };
      bot_check_address: { Args: { address: string | null }; Returns: string };
      bounces_of: { Args: { member: string | null }; Returns: { bounced_at: string; is_stopped: boolean; reason: string; retry_at: string; status: string }[] };
      bring_forum: { Args: { as_draft: boolean | null; given: Json | null }; Returns: Json };
      bring_kind: { Args: { content: Json | null; wanted: string | null }; Returns: Json };
      bring_page: { Args: { template: string | null }; Returns: Json };
      bring_service: { Args: { as_draft: boolean | null; given: Json | null }; Returns: Json };
      calendar_feed: { Args: { token: string | null }; Returns: Database["public"]["CompositeTypes"]["booking_detail"][] };
      call_next: { Args: { place?: string | null; service: string | null }; Returns: Json };
      caller_network: { Args: Record<PropertyKey, never>; Returns: string };
      can_bookmark: { Args: { article: string | null; post: string | null; reply: string | null; resource: string | null; service: string | null }; Returns: boolean };
      can_report: { Args: { post: string | null; reply: string | null }; Returns: boolean };
      cancel_account_deletion: { Args: Record<PropertyKey, never>; Returns: null };
      cancel_booking: { Args: { id: string | null; link?: string | null }; Returns: Json };
      cancel_series: { Args: { id: string | null; link?: string | null }; Returns: Json };
      carry_session_thread: { Args: { b: Database["public"]["Tables"]["bookings"]["Row"] | null; target: Database["public"]["Tables"]["slots"]["Row"] | null }; Returns: null };
      change_booking: { Args: { id: string | null; link?: string | null; starts_at: string | null }; Returns: Json };
      change_entries: { Args: { act: string | null; kind: string | null; posts: string[] | null; reply_ids: string[] | null; value: Json | null }; Returns: number };
      changed_amount: { Args: { base: number | null; source: Database["public"]["Tables"]["article_texts"]["Row"] | null }; Returns: number };
      check_admin: { Args: Record<PropertyKey, never>; Returns: null };
      check_answer: { Args: { question: string | null; value: Json | null }; Returns: Database["public"]["Tables"]["service_questions"]["Row"] };
      check_article_act: { Args: { articles: string[] | null; kind: string | null; tag: string | null }; Returns: null };
      check_article_rights: { Args: { after: Database["public"]["Tables"]["articles"]["Row"] | null; before: Database["public"]["Tables"]["articles"]["Row"] | null; changes_source: boolean | null }; Returns: null };
      check_bookable: { Args: { s: Database["public"]["Tables"]["services"]["Row"] | null; start: string | null }; Returns: null };
      check_booking_limits: { Args: { except_booking?: string | null; person: string | null; s: Database["public"]["Tables"]["services"]["Row"] | null; start: string | null }; Returns: null };
      check_bot_token: { Args: Record<PropertyKey, never>; Returns: null };
      check_claim: { Args: { address: string | null; token: string | null }; Returns: null };
      check_cleanable: { Args: { member: string | null }; Returns: null };
      check_deletable: { Args: { member: string | null }; Returns: null };
      check_editable: { Args: { area: string | null; author: string | null; created_at: string | null; deleted_at: string | null; edit_window: string | null; hidden_at: string | null }; Returns: null };
      check_handles: { Args: { service: string | null }; Returns: null };
      check_hold_is_own: { Args: { hash: string | null; person: string | null }; Returns: null };
      check_hold_limits: { Args: { service: string | null; starts_at: string | null }; Returns: null };
      check_invitation: { Args: { token: string | null }; Returns: string };
      check_last_administrator: { Args: { leaving: string | null }; Returns: null };
      check_may: { Args: { scope?: string | null; wanted: Database["public"]["Enums"]["site_right"] | null }; Returns: null };
      check_may_close: { Args: { host: string | null; service: string | null }; Returns: null };
      check_may_close_days: { Args: Record<PropertyKey, never>; Returns: null };
      check_may_serve: { Args: { service: string | null }; Returns: null };
      check_moderates: { Args: { areas: string[] | null }; Returns: null };
      check_moderator: { Args: { post: string | null; reply?: string | null }; Returns: null };
      check_move: { Args: { b: Database["public"]["Tables"]["bookings"]["Row"] | null; s: Database["public"]["Tables"]["services"]["Row"] | null; slot: Database["public"]["Tables"]["slots"]["Row"] | null }; Returns: null };
      check_newcomer_counts: { Args: { author: string | null; is_topic: boolean | null }; Returns: null };
      check_newcomer_text: { Args: { body: Json | null }; Returns: null };
      check_own_translation: { Args: { post: string | null; reply: string | null; translator: string | null }; Returns: null };
      check_place: { Args: { b: Database["public"]["Tables"]["bookings"]["Row"] | null; s: Database["public"]["Tables"]["services"]["Row"] | null; slot: Database["public"]["Tables"]["slots"]["Row"] | null; takes_place?: boolean | null }; Returns: null };
      check_poll: { Args: { poll: Json | null }; Returns: null };
      check_post_gap: { Args: { author: string | null; gap_seconds: number | null }; Returns: null };
      check_prepared_answers: { Args: { network: string | null }; Returns: null };
      check_private_message: { Args: { recipient: string | null; sender: string | null; talk: Database["public"]["Tables"]["conversations"]["Row"] | null }; Returns: null };
      check_removed_calendar: { Args: { calendar: string | null }; Returns: null };
      check_reply_pace: { Args: { author: string | null; post: string | null; slow_seconds: number | null }; Returns: null };
      check_review: { Args: { locked: Database["public"]["Tables"]["article_reviews"]["Row"] | null; wanted: string | null }; Returns: boolean };
      check_undo: { Args: { author: string | null; deleted_at: string | null; post: string | null; reply: string | null }; Returns: null };
      check_undoable: { Args: { created_at: string | null; undone_at: string | null }; Returns: null };
      check_writer: { Args: Record<PropertyKey, never>; Returns: null };
      choose_edition: { Args: { article: Database["public"]["Tables"]["articles"]["Row"] | null; is_emailed: boolean | null }; Returns: null };
      choose_guest_channel: { Args: { channel: string | null; link: string | null }; Returns: string };
      choose_newsletter: { Args: { is_on: boolean | null; member: string | null }; Returns: null };
      choose_place: { Args: { except_slot?: string | null; s: Database["public"]["Tables"]["services"]["Row"] | null; speaks: Database["public"]["Enums"]["language"] | null; start: string | null; wanted: string | null }; Returns: Database["public"]["CompositeTypes"]["chosen_place"] };
      choose_series: { Args: { article: string | null; place?: number | null; series: string | null }; Returns: null };
      claim_case: { Args: { case_id: string | null }; Returns: null };
      claim_guests: { Args: { address: string | null; guests: string[] | null; token: string | null }; Returns: number };
      claim_task: { Args: { is_mine?: boolean | null; task: string | null }; Returns: null };
      clean_member: { Args: { act: string | null; member: string | null; reason?: string | null }; Returns: number };
      close_case: { Args: { case_id: string | null; note?: string | null; outcome: string | null; reason?: string | null }; Returns: null };
      close_due_polls: { Args: Record<PropertyKey, never>; Returns: number };
      close_holiday: { Args: { cancels?: boolean | null; day: string | null; id: string | null; names: Json | null }; Returns: Json };
      close_incident: { Args: { incident: string | null; is_closed?: boolean | null }; Returns: null };
      close_poll: { Args: { poll: string | null }; Returns: null };
      close_privacy_request: { Args: { outcome: string | null; request: string | null; state: string | null }; Returns: null };
      close_reported_topic: { Args: { area: string | null; topic: string | null }; Returns: null };
      close_time: { Args: { colleague?: string | null; from_time: string | null; host?: string | null; id: string | null; reason?: string | null; service?: string | null; until_time: string | null }; Returns: Json };
      closed_forums: { Args: { wanted: Database["public"]["Enums"]["language"] | null }; Returns: { id: string; lang: Database["public"]["Enums"]["language"]; name: string }[] };
      closing_answer: { Args: { closing: string | null }; Returns: Json };
      coming_bookings: { Args: { person: string | null }; Returns: Database["public"]["Tables"]["bookings"]["Row"][] };
      comments_area: { Args: { article: Database["public"]["Tables"]["articles"]["Row"] | null }; Returns: string };
      comments_title: { Args: { article: string | null }; Returns: string };
      comments_wording: { Args: { kind: string | null; language: Database["public"]["Enums"]["language"] | null }; Returns: string };
      compute_trust_levels: { Args: { max_rows: number | null }; Returns: number };
      confirm_booking: { Args: { id: string | null }; Returns: Json };
      confirm_date: { Args: { b: Database["public"]["Tables"]["bookings"]["Row"] | null; s: Database["public"]["Tables"]["services"]["Row"] | null }; Returns: Database["public"]["Tables"]["bookings"]["Row"] };
      confirm_newsletter: { Args: { link: string | null }; Returns: boolean };
      confirm_translation: { Args: { article: string | null; base_version: number | null; language: Database["public"]["Enums"]["language"] | null; save_id: string | null }; Returns: Json };
      conversation_state: { Args: { talk: Database["public"]["Tables"]["conversations"]["Row"] | null }; Returns: string };
      count_empty_search: { Args: { language: Database["public"]["Enums"]["language"] | null; words: string | null }; Returns: null };
      count_extras: { Args: { body: Json | null }; Returns: { files: number; links: number; pictures: number }[] };
      count_failed_messages: { Args: { most: number | null }; Returns: number };
      count_holds: { Args: { from_time: string | null; service: string | null; until_time: string | null }; Returns: number };
      count_incident_people: { Args: { incident: string | null }; Returns: Json };
      count_mentions: { Args: { content: Json }; Returns: number };
      count_new_members: { Args: { since: string | null }; Returns: number };
      count_newsletter: { Args: Record<PropertyKey, never>; Returns: { guests: number; language: string; members: number }[] };
      count_persons: { Args: { members: string[] | null }; Returns: number };
      count_pictures_without_alt: { Args: { body: Json }; Returns: number };
      count_reporters: { Args: { author: string | null }; Returns: number };
      count_view: { Args: { language: Database["public"]["Enums"]["language"] | null; path: string | null }; Returns: null };
      count_votes: { Args: { added: number | null; choices: number[] | null; poll: string | null }; Returns: null };
      create_bot_challenge: { Args: Record<PropertyKey, never>; Returns: Json };
      create_page_from_template: { Args: { kind: string | null }; Returns: string };
      current_perspective: { Args: { perspective: string | null }; Returns: { claims: Json; display_name: string; ends_at: string; member_id: string }[] };
      current_series: { Args: Record<PropertyKey, never>; Returns: string };
      data_of: { Args: { hidden_areas?: string[] | null; member: string | null }; Returns: Json };
      dates_of_series: { Args: { series: string | null; state: Database["public"]["Enums"]["booking_status"] | null }; Returns: Json };
      day_span: { Args: { closes: string | null; opens: string | null }; Returns: string };
      days_at_limit: { Args: { from_time: string | null; service: Database["public"]["Tables"]["services"]["Row"] | null; until_time: string | null }; Returns: string[] };
      decide_bookings: { Args: { found_case: Database["public"]["Tables"]["desk_cases"]["Row"] | null; is_resolved: boolean | null }; Returns: null };
      decide_held_text: { Args: { held: string | null; note?: string | null; outcome: string | null; reason?: string | null }; Returns: null };
      decide_profile: { Args: { found_case: Database["public"]["Tables"]["desk_cases"]["Row"] | null; is_resolved: boolean | null }; Returns: null };
      decide_translation: { Args: { found_case: Database["public"]["Tables"]["desk_cases"]["Row"] | null; is_resolved: boolean | null }; Returns: null };
      decline_booking: { Args: { id: string | null; reason?: string | null }; Returns: Json };
      decline_name: { Args: Record<PropertyKey, never>; Returns: null };
      delete_article: { Args: { id: string | null }; Returns: null };
      delete_due_account: { Args: { member: string | null }; Returns: boolean };
      delete_ended_threads: { Args: { at_most?: number | null }; Returns: number };
      delete_expired_holds: { Args: Record<PropertyKey, never>; Returns: number };
      delete_forum: { Args: { forum: string | null }; Returns: null };
      delete_group: { Args: { id: string | null }; Returns: null };
      delete_member: { Args: { erases_texts?: boolean | null; member: string | null }; Returns: string };
      delete_member_now: { Args: { member: string | null }; Returns: null };
      delete_page: { Args: { page: string | null }; Returns: null };
      delete_post: { Args: { post: string | null }; Returns: null };
      delete_private_message: { Args: { id: string | null }; Returns: null };
      delete_reply: { Args: { reply: string | null }; Returns: null };
      delete_resource: { Args: { id: string | null }; Returns: null };
      delete_resource_category: { Args: { id: string | null }; Returns: null };
      delete_series: { Args: { id: string | null }; Returns: null };
      deletion_block: { Args: { member: string | null }; Returns: string };
      desk_cases_of: { Args: { after: string | null; after_id: string | null; all_languages: boolean | null; at_most: number | null; wanted_language: Database["public"]["Enums"]["language"] | null; wanted_state: string | null }; Returns: Database["public"]["Tables"]["desk_cases"]["Row"][] };
      desk_count: { Args: { at_most: number | null }; Returns: number };
      desk_list: { Args: { after: string | null; after_id: string | null; all_languages: boolean | null; at_most: number | null; shown_in: Database["public"]["Enums"]["language"] | null; wanted_language: Database["public"]["Enums"]["language"] | null; wanted_state: string | null }; Returns: { author_id: string; author_name: string; body: string; bookings: Json; claimed_by: string; claimer_name: string; decided_at: string; decider_name: string; document: Json; forum_slug: string; id: string; is_hidden: boolean; is_late: boolean; kind: string; language: Database["public"]["Enums"]["language"]; notes: Json; opened_at: string; original: Json; poll: Json; post_id: string; reasons: string[]; reply_number: number; reporters: number; reports: Json; silence_act: string; silenced_until: string; state: string; thing_id: string; title: string }[] };
      desk_times: { Args: { day: string | null; host?: string | null; service: string | null }; Returns: { ends_at: string; left: number; starts_at: string; waiting: number }[] };
      domains_of: { Args: { host: string | null }; Returns: string[] };
      drop_translations: { Args: { posts: string[] | null; reply_ids: string[] | null }; Returns: null };
      earned_level: { Args: { earned: number | null; member: string | null }; Returns: number };
      edit_post: { Args: { body: Json | null; language: Database["public"]["Enums"]["language"] | null; post: string | null; title: string | null }; Returns: null };
      edit_reply: { Args: { body: Json | null; language?: Database["public"]["Enums"]["language"] | null; reply: string | null }; Returns: null };
      edition_of: { Args: { article: string | null }; Returns: { ended_at: string; sent: number; started_at: string; stopped_at: string; waiting: number }[] };
      end_case: { Args: { kind: string | null; state: string | null; thing: string | null }; Returns: null };
      end_holds: { Args: Record<PropertyKey, never>; Returns: number };
      end_my_session: { Args: { session_id: string | null }; Returns: boolean };
      end_overdue_waiting: { Args: { how_many: number | null }; Returns: number };
      end_perspective: { Args: { perspective: string | null }; Returns: string };
      end_waiting: { Args: { b: Database["public"]["Tables"]["bookings"]["Row"] | null; back_to?: string | null; by_staff: boolean | null; message: string | null; more?: Json | null }; Returns: Database["public"]["Tables"]["bookings"]["Row"] };
      erase_old_incidents: { Args: { batch: number | null }; Returns: number };
      erase_old_privacy_requests: { Args: { batch: number | null }; Returns: number };
      erase_step: { Args: { member: string | null; most?: number | null }; Returns: number };
      escalate_cases: { Args: Record<PropertyKey, never>; Returns: number };
      explain_trust: { Args: { member?: string | null }; Returns: Json };
      extend_privacy_request: { Args: { due_on: string | null; reason: string | null; request: string | null }; Returns: null };
      failure_reason: { Args: { error: string | null }; Returns: string };
      fan_out_notices: { Args: { at_most?: number | null }; Returns: boolean };
      fault_of_colleague: { Args: { colleague: string | null; slot: Database["public"]["Tables"]["slots"]["Row"] | null }; Returns: string };
      fault_of_host: { Args: { host: string | null; s: Database["public"]["Tables"]["services"]["Row"] | null; slot: Database["public"]["Tables"]["slots"]["Row"] | null }; Returns: string };
      fault_of_move: { Args: { b: Database["public"]["Tables"]["bookings"]["Row"] | null; host: string | null; s: Database["public"]["Tables"]["services"]["Row"] | null; start: string | null }; Returns: string };
      file_privacy_request: { Args: { kind: string | null; message: string | null }; Returns: string };
      file_size: { Args: { address: string | null }; Returns: number };
      fill_free_times: { Args: { target: string | null }; Returns: null };
      find_bookers: { Args: { service: string | null; words: string | null }; Returns: { contact: string; guest_id: string; last_at: string; member_id: string; name: string }[] };
      find_booking_link: { Args: { link: string | null; wanted: Database["public"]["Enums"]["language"] | null }; Returns: { booking_id: string; cancel_until: string; cancelled_at: string; dates: string[]; ends_at: string; is_confirmed: boolean; name: string; offer_until: string; party_size: number; place: string; request_until: string; service_slug: string; starts_at: string; status: Database["public"]["Enums"]["booking_status"]; text_language: Database["public"]["Enums"]["language"]; time_zone: string }[] };
      find_calendar_feed: { Args: { token: string | null }; Returns: { covers: string; language: Database["public"]["Enums"]["language"]; owner_id: string; room_id: string; room_name: string; scopes: string[] }[] };
      find_conversation: { Args: { person: string | null }; Returns: { id: string; last_number: number; last_read: number; other_read: number; state: string }[] };
      find_free: { Args: { after: string; also_mine: boolean; host?: string; how_many: number; party: number; service: string }; Returns: { ends_at: string; left: number; starts_at: string }[] };
      find_guest: { Args: { address: string | null; is_proven: boolean | null; language: Database["public"]["Enums"]["language"] | null; name: string | null; zone: string | null }; Returns: string };
      find_newsletter_link: { Args: { link: string | null }; Returns: { is_done: boolean; is_guest: boolean }[] };
      find_notice_link: { Args: { link: string | null }; Returns: { is_done: boolean; is_for_all: boolean; title: string }[] };
      find_people: { Args: { post?: string | null; words: string | null }; Returns: { display_name: string; id: string; picture_url: string }[] };
      find_place: { Args: { held: string | null; s: Database["public"]["Tables"]["services"]["Row"] | null; slot: Database["public"]["Tables"]["slots"]["Row"] | null; wanted_kind: string | null }; Returns: string };
      find_translation: { Args: { translation: string | null }; Returns: { body: Json; is_withheld: boolean; language: Database["public"]["Enums"]["language"]; post_id: string; reply_id: string; title: string; translator_id: string }[] };
      finish_account_export: { Args: { attempt: number | null; blob: string | null; export: string | null; size: number | null }; Returns: boolean };
      finish_polls: { Args: { ids: string[] | null }; Returns: number };
      finish_setup: { Args: { finished: boolean | null }; Returns: null };
      first_moderators: { Args: { area: string | null; language: Database["public"]["Enums"]["language"] | null }; Returns: string[] };
      fold_name: { Args: { name: string | null }; Returns: string };
      folded_name: { Args: { name: string }; Returns: string };
      follow: { Args: { source: string | null; target: string | null }; Returns: null };
      followers_of_kind: { Args: { kind: string | null }; Returns: string[] };
      follows_articles: { Args: { forum: Database["public"]["Tables"]["forums"]["Row"] | null }; Returns: boolean };
      forget_quotes: { Args: { erases: boolean | null; name: string | null; sources: string[] | null }; Returns: null };
      forget_things_of_texts: { Args: { posts: string[] | null; replies: string[] | null }; Returns: null };
      forum_digest: { Args: { forum: string | null }; Returns: string };
      forum_excerpt: { Args: { body: Json }; Returns: string };
      forum_slug: { Args: { wanted: string | null }; Returns: string };
      free_forum_slug: { Args: { wanted: string | null }; Returns: string };
      get_changeable_booking: { Args: { booking: string | null; link: string | null }; Returns: Database["public"]["Tables"]["bookings"]["Row"] };
      get_request: { Args: { booking: string | null }; Returns: Database["public"]["Tables"]["bookings"]["Row"] };
      give_consents: { Args: { shown_language: Database["public"]["Enums"]["language"] | null; versions: string[] | null }; Returns: null };
      give_place: { Args: { b: Database["public"]["Tables"]["bookings"]["Row"] | null; message: string | null; s: Database["public"]["Tables"]["services"]["Row"] | null; slot: string | null }; Returns: Database["public"]["Tables"]["bookings"]["Row"] };
      groups_of: { Args: { member: string | null }; Returns: string[] };
      guest_address: { Args: { written: string }; Returns: string };
      guest_at_desk: { Args: { address: string | null; guest: string | null; language: Database["public"]["Enums"]["language"] | null; member: string | null; name: string | null }; Returns: string };
      guest_booking: { Args: { link: string | null; wanted: Database["public"]["Enums"]["language"] | null }; Returns: Database["public"]["CompositeTypes"]["booking_detail"][] };
      guest_channel: { Args: { booking: string | null }; Returns: string };
      guest_hash: { Args: { message: string | null }; Returns: string };
      guest_link: { Args: { booking: string | null }; Returns: string };
      hand_over: { Args: { closing: string | null }; Returns: null };
      handle_private_report: { Args: { outcome: string | null; report: string | null }; Returns: null };
      handle_report: { Args: { outcome: string | null; report: string | null }; Returns: null };
      handles_bookings: { Args: Record<PropertyKey, never>; Returns: boolean };
      has_answer_key: { Args: Record<PropertyKey, never>; Returns: boolean };
      has_booking_of: { Args: { only_confirmed: boolean | null; service: string | null }; Returns: boolean };
      has_calendar_feed: { Args: { token: string | null }; Returns: boolean };
      has_file_for_others: { Args: { audience: string | null; resource: string | null }; Returns: boolean };
      has_host_conflict: { Args: { left_slot?: string | null; slot: Database["public"]["Tables"]["slots"]["Row"] | null }; Returns: boolean };
      has_image: { Args: { content: Json }; Returns: boolean };
      has_rich_text_attributes: { Args: { attributes: Json | null; owner: string | null }; Returns: boolean };
      has_rich_text_marks: { Args: { marks: Json | null }; Returns: boolean };
      has_texts: { Args: { kind: string | null }; Returns: boolean };
      hidden_forums: { Args: Record<PropertyKey, never>; Returns: string[] };
      hide_linking: { Args: { barrier: string | null; hosts: string[] | null; new_users_only: boolean | null }; Returns: number };
      hide_repeated_host: { Args: { host: string | null }; Returns: number };
      hold_first_comment: { Args: { article: string | null; body: Json | null; id: string | null; kept_from: string[] | null; language: Database["public"]["Enums"]["language"] | null }; Returns: boolean };
      hold_hash: { Args: { secret: string | null }; Returns: string };
      hold_move: { Args: { booking: string | null; link?: string | null; secret: string | null; starts_at: string | null }; Returns: Json };
      hold_place: { Args: { host?: string | null; party?: number | null; secret: string | null; service: string | null; starts_at: string | null }; Returns: Json };
      hold_poll: { Args: { held: string | null; poll: Json | null }; Returns: null };
      hold_series: { Args: { party?: number | null; secret: string | null; service: string | null }; Returns: Json };
      hold_text: { Args: { area: string | null; held_for: string | null; row_to_hold: Json | null }; Returns: null };
      host_names: { Args: { service: string | null }; Returns: string };
      hosted_services: { Args: Record<PropertyKey, never>; Returns: string[] };
      hosts_in: { Args: { body: Json | null }; Returns: string[] };
      incident_forum_texts: { Args: { incident: Database["public"]["Tables"]["incidents"]["Row"] | null }; Returns: { author_id: string; created_at: string }[] };
      incident_languages: { Args: { incident: string | null }; Returns: Database["public"]["Enums"]["language"][] };
      incident_notices_of: { Args: { member: string | null }; Returns: Json };
      incident_text: { Args: { incident: string | null; shown_in: Database["public"]["Enums"]["language"] | null }; Returns: Database["public"]["Tables"]["incident_texts"]["Row"][] };
      initial_display_name: { Args: { facts: Json | null; id: string | null }; Returns: string };
      initial_facts: { Args: { account: unknown | null }; Returns: Json };
      insert_as_it_was: { Args: { into_table: string | null; kept: Json | null }; Returns: null };
      insert_poll: { Args: { poll: Json | null; post: string | null }; Returns: null };
      invite_list: { Args: { group_id?: string | null; is_check?: boolean | null; people: Json | null; role_id?: string | null }; Returns: { finding: string; number: number }[] };
      is_acquainted: { Args: { areas: string[] | null; person: string | null }; Returns: boolean };
      is_active_account: { Args: { person: string | null }; Returns: boolean };
      is_admin: { Args: Record<PropertyKey, never>; Returns: boolean };
      is_aligned: { Args: { body: Json | null; other: Json | null }; Returns: boolean };
      is_answer: { Args: { q: Database["public"]["Tables"]["service_questions"]["Row"] | null; value: Json | null }; Returns: boolean };
      is_assured: { Args: { member: string | null }; Returns: boolean };
      is_author_gone: { Args: { source: string }; Returns: boolean };
      is_blocked_network: { Args: { network: string | null }; Returns: boolean };
      is_booked_elsewhere: { Args: { except_booking?: string | null; from_time: string | null; person: string | null; s: Database["public"]["Tables"]["services"]["Row"] | null; until_time: string | null }; Returns: boolean };
      is_clean_line: { Args: { line: string; longest: number }; Returns: boolean };
      is_confidential: { Args: { area: string | null }; Returns: boolean };
      is_confirmed_booking: { Args: { b: Database["public"]["Tables"]["bookings"]["Row"] | null }; Returns: boolean };
      is_confirmed_by_guest: { Args: { link: string | null }; Returns: boolean };
      is_day: { Args: { written: string }; Returns: boolean };
      is_day_hours: { Args: { hours: string }; Returns: boolean };
      is_file_for: { Args: { audience: string | null; url: string | null }; Returns: boolean };
      is_findable: { Args: { person: string | null }; Returns: boolean };
      is_fresh_upload: { Args: { file: string | null }; Returns: boolean };
      is_host_of: { Args: { service: string | null }; Returns: boolean };
      is_image_address: { Args: { address: string }; Returns: boolean };
      is_in_review: { Args: { article: string | null; in_language?: Database["public"]["Enums"]["language"] | null }; Returns: boolean };
      is_language_list: { Args: { languages: Database["public"]["Enums"]["language"][] }; Returns: boolean };
      is_library_file: { Args: { bucket: string | null; file: string | null }; Returns: boolean };
      is_link_address: { Args: { address: string }; Returns: boolean };
      is_link_shown: { Args: { ends_at: string | null; link_minutes: number | null; starts_at: string | null }; Returns: boolean };
      is_long_enough: { Args: { content: string; han_minimum: number; minimum: number }; Returns: boolean };
      is_member: { Args: Record<PropertyKey, never>; Returns: boolean };
      is_message_kind: { Args: { kind: string }; Returns: boolean };
      is_message_text: { Args: { content: string; longest: number }; Returns: boolean };
      is_newcomer: { Args: { member: string | null }; Returns: boolean };
      is_note_in_languages: { Args: { longest: number; notes: Json }; Returns: boolean };
      is_own_booking: { Args: { b: Database["public"]["Tables"]["bookings"]["Row"] | null; link: string | null }; Returns: boolean };
      is_place_free: { Args: { away: string | null; buffered: string | null; busy: string | null; minutes: string | null; span: string | null; work: string | null }; Returns: boolean };
      is_present: { Args: { member: string | null }; Returns: boolean };
      is_proven_address: { Args: { address: string | null; token: string | null }; Returns: boolean };
      is_public_author: { Args: { member: string | null; open_areas: string[] | null }; Returns: boolean };
      is_published: { Args: { article: Database["public"]["Tables"]["articles"]["Row"] | null }; Returns: boolean };
      is_question_options: { Args: { options: Json }; Returns: boolean };
      is_question_texts: { Args: { texts: Json }; Returns: boolean };
      is_reserved_name: { Args: { name: string | null }; Returns: boolean };
      is_rich_text: { Args: { document: Json; largest?: number }; Returns: boolean };
      is_rich_text_attribute: { Args: { name: string | null; owner: string | null; value: Json | null }; Returns: boolean };
      is_rich_text_child: { Args: { child: string; parent: string }; Returns: boolean };
      is_rich_text_node: { Args: { depth: number | null; node: Json | null; parent: string | null }; Returns: boolean };
      is_rich_text_table: { Args: { table_rows: Json | null }; Returns: boolean };
      is_section_list: { Args: { sections: string[] }; Returns: boolean };
      is_shown: { Args: { field_for: string | null; person: string | null }; Returns: boolean };
      is_shown_in_area: { Args: { area: string | null; file: string | null }; Returns: boolean };
      is_shown_library_file: { Args: { file: string | null }; Returns: boolean };
      is_shown_to_caller: { Args: { file: string | null }; Returns: boolean };
      is_shown_to_readers: { Args: { file: string | null; readers: string | null }; Returns: boolean };
      is_silenced: { Args: { member: string | null }; Returns: boolean };
      is_source_shown: { Args: { source: string }; Returns: boolean };
      is_staff: { Args: Record<PropertyKey, never>; Returns: boolean };
      is_stoppable: { Args: { kind: string | null }; Returns: boolean };
      is_stopped: { Args: { bounce: Database["public"]["Tables"]["email_bounces"]["Row"] | null }; Returns: boolean };
      is_suspended_at: { Args: { member: string | null; moment: string | null }; Returns: boolean };
      is_tag_list: { Args: { tags: string[] }; Returns: boolean };
      is_texts_by_language: { Args: { longest: number; texts: Json }; Returns: boolean };
      is_time_zone: { Args: { name: string }; Returns: boolean };
      is_typed_too_fast: { Args: Record<PropertyKey, never>; Returns: boolean };
      is_upload_used: { Args: { file: string | null }; Returns: boolean };
      is_whole_number: { Args: { highest: number | null; lowest: number | null; value: Json | null }; Returns: boolean };
      is_withheld: { Args: { address: string | null; kind: string | null }; Returns: boolean };
      join_group: { Args: { id: string | null }; Returns: string };
      join_traces: { Args: { earlier: Json | null; later: Json | null }; Returns: Json };
      joined_dates: { Args: { b: Database["public"]["Tables"]["bookings"]["Row"] | null }; Returns: Database["public"]["Tables"]["bookings"]["Row"][] };
      language_of_person: { Args: { guest: string | null; member: string | null }; Returns: Database["public"]["Enums"]["language"] };
      language_order: { Args: { wanted: Database["public"]["Enums"]["language"] | null }; Returns: Database["public"]["Enums"]["language"][] };
      language_shown: { Args: { of_version: string | null; wanted: Database["public"]["Enums"]["language"] | null }; Returns: Database["public"]["Enums"]["language"] };
      lapsed_slots: { Args: Record<PropertyKey, never>; Returns: string[] };
      last_backup_hour: { Args: { hour: number | null }; Returns: string };
      last_number: { Args: { post: string | null }; Returns: number };
      latest_writers: { Args: { post: string | null }; Returns: string[] };
      learn_translations: { Args: { article: string | null }; Returns: null };
      leave_group: { Args: { id: string | null }; Returns: null };
      leave_series: { Args: { article: string | null; series: string | null }; Returns: null };
      library_file: { Args: { address: string }; Returns: string };
      lift_penalty: { Args: { penalty: string | null }; Returns: null };
      lines_to_rich_text: { Args: { lines: string }; Returns: Json };
      linked_booking: { Args: { link: string | null }; Returns: string };
      linked_channel: { Args: { link: string | null }; Returns: { channel: string; has_phone: boolean }[] };
      list_answers: { Args: { bookings: string[] | null; link?: string | null }; Returns: { answered_at: string; asked_in: Database["public"]["Enums"]["language"]; booking_id: string; id: string; is_file: boolean; is_sensitive: boolean; kind: string; options: Json; texts: Json; value: Json; version: number }[] };
      list_claims: { Args: { address: string | null; token: string | null }; Returns: { bookings: number; coming: number; guest_id: string; last_at: string; name: string }[] };
      list_day_hours: { Args: { hours: string | null }; Returns: Json };
      list_empty_searches: { Args: { language: Database["public"]["Enums"]["language"] | null }; Returns: { last_day: string; searches: number; term: string }[] };
      list_failed_messages: { Args: { before?: string | null; before_id?: string | null }; Returns: { can_resend: boolean; channel: string; failed_at: string; id: string; kind: string; reason: string }[] };
      list_incident_people: { Args: { data_from?: string | null; data_until?: string | null; incident: string | null; kinds: string[] | null; scope: string | null; scope_id?: string | null }; Returns: number };
      list_members: { Args: { at_most: number | null; before: string | null; before_id: string | null; wanted: string | null }; Returns: { created_at: string; display_name: string; email: string; id: string; is_admin: boolean; is_confirmed: boolean; is_deleted: boolean; language: Database["public"]["Enums"]["language"]; last_sign_in_at: string; picture_url: string }[] };
      list_moderated_forums: { Args: { wanted: Database["public"]["Enums"]["language"] | null }; Returns: { id: string; lang: Database["public"]["Enums"]["language"]; name: string }[] };
      list_people: { Args: { after_id: string | null; after_keys: string | null; at_most: number | null; words: string | null }; Returns: { about: string; display_name: string; id: string; languages: Database["public"]["Enums"]["language"][]; name_keys: string; picture_url: string }[] };
      list_reactions: { Args: { post?: string | null; reply?: string | null }; Returns: { display_name: string; id: string; kind: string; picture_url: string }[] };
      list_slots: { Args: { from_day: string | null; host?: string | null; service: string | null; to_day: string | null }; Returns: { capacity: number; ends_at: string; host_id: string; left: number; mine: boolean; starts_at: string; taken: number; waiting: number }[] };
      list_staff: { Args: { scope?: string | null; wanted: Database["public"]["Enums"]["site_right"] | null }; Returns: string[] };
      list_translation_requests: { Args: { at_most?: number | null; only_language?: Database["public"]["Enums"]["language"] | null }; Returns: { asked_at: string; excerpt: string; forum_slug: string; is_mine: boolean; is_outdated: boolean; original: Database["public"]["Enums"]["language"]; post_id: string; reply_id: string; reply_number: number; requests: number; title: string; wanted: Database["public"]["Enums"]["language"] }[] };
      local_instant: { Args: { wall: string | null; zone: string | null }; Returns: string };
      lock_booking_member: { Args: { member: string | null }; Returns: null };
      lock_bookings: { Args: Record<PropertyKey, never>; Returns: null };
      lock_calendars: { Args: { host: string | null }; Returns: null };
      lock_case: { Args: { case_id: string | null }; Returns: Database["public"]["Tables"]["desk_cases"]["Row"] };
      lock_entries: { Args: { posts: string[] | null; reply_ids: string[] | null }; Returns: null };
      lock_held_text: { Args: { held: string | null }; Returns: Database["public"]["Tables"]["held_texts"]["Row"] };
      lock_if_limited: { Args: { kind: string | null }; Returns: boolean };
      lock_incident: { Args: { incident: string | null; needs_open?: boolean | null }; Returns: Database["public"]["Tables"]["incidents"]["Row"] };
      lock_privacy_request: { Args: { request: string | null }; Returns: Database["public"]["Tables"]["privacy_requests"]["Row"] };
      lock_quoted_replies: { Args: { document: Json | null }; Returns: null };
      lock_replies_quoting: { Args: { post: string | null }; Returns: null };
      lock_review: { Args: { review: string | null }; Returns: Database["public"]["Tables"]["article_reviews"]["Row"] };
      lock_setup: { Args: Record<PropertyKey, never>; Returns: null };
      log_subject: { Args: { id: string | null; shown_in: Database["public"]["Enums"]["language"] | null; thing: string | null }; Returns: { language: Database["public"]["Enums"]["language"]; path: string; title: string }[] };
      mark_attendance: { Args: { booking: string | null; state: Database["public"]["Enums"]["attendance"] | null }; Returns: Json };
      mark_cancelled: { Args: { b: Database["public"]["Tables"]["bookings"]["Row"] | null; back_to?: string | null; by_staff: boolean | null }; Returns: Database["public"]["Tables"]["bookings"]["Row"] };
      mark_paid: { Args: { booking: string | null; paid: boolean | null }; Returns: Json };
      mark_resource_file: { Args: { is_correct?: boolean | null; language: Database["public"]["Enums"]["language"] | null; resource: string | null; since: string | null }; Returns: null };
      mark_thread_read: { Args: { number: number | null; post: string | null }; Returns: null };
      mark_topics_read: { Args: Record<PropertyKey, never>; Returns: null };
      marks_of: { Args: { post: string | null; reply?: string | null }; Returns: string[] };
      masked_contact: { Args: { email: string | null; phone: string | null }; Returns: string };
      max_codes_of_range: { Args: { max_codes: number | null; sent: number | null }; Returns: number };
      may: { Args: { scope?: string | null; wanted: Database["public"]["Enums"]["site_right"] | null }; Returns: boolean };
      may_act_on: { Args: { after: Database["public"]["Tables"]["articles"]["Row"] | null; before: Database["public"]["Tables"]["articles"]["Row"] | null }; Returns: boolean };
      may_administer: { Args: { actor: string | null; level: string | null; target: string | null }; Returns: boolean };
      may_as: { Args: { member: string | null; scope?: string | null; wanted: Database["public"]["Enums"]["site_right"] | null }; Returns: boolean };
      may_change_article: { Args: { after: Database["public"]["Tables"]["articles"]["Row"] | null; before: Database["public"]["Tables"]["articles"]["Row"] | null; changes_source: boolean | null }; Returns: boolean };
      may_email_article: { Args: { article: Database["public"]["Tables"]["articles"]["Row"] | null }; Returns: boolean };
      may_handle_booking: { Args: { b: Database["public"]["Tables"]["bookings"]["Row"] | null }; Returns: boolean };
      may_handle_bookings: { Args: { service: string | null }; Returns: boolean };
      may_have_booked_as_guest: { Args: Record<PropertyKey, never>; Returns: boolean };
      may_have_feed: { Args: { covers: string | null; member: string | null }; Returns: boolean };
      may_open_answer: { Args: { b: Database["public"]["Tables"]["bookings"]["Row"] | null; roles: string[] | null }; Returns: boolean };
      may_review_translation: { Args: { area: string | null; author: string | null }; Returns: boolean };
      may_see_answer: { Args: { booking: string | null; is_sensitive: boolean | null; question: string | null }; Returns: boolean };
      may_translate: { Args: { area: string | null; original: Database["public"]["Enums"]["language"] | null; wanted: Database["public"]["Enums"]["language"] | null }; Returns: boolean };
      may_upload: { Args: Record<PropertyKey, never>; Returns: boolean };
      may_upload_to_area: { Args: { file: string | null }; Returns: boolean };
      member_at: { Args: { address: string | null }; Returns: string };
      member_data: { Args: { member: string | null }; Returns: Json };
      members_of_incident: { Args: { incident: Database["public"]["Tables"]["incidents"]["Row"] | null }; Returns: string[] };
      members_who_see: { Args: { area: string | null; members: string[] | null }; Returns: string[] };
      mentions_file: { Args: { content: string | null; file: string | null }; Returns: boolean };
      merge_posts: { Args: { act: string | null; source: string | null; target: string | null }; Returns: number };
      message_dates: { Args: { series: string | null; starts: string[] | null }; Returns: Json };
      moderated_forums: { Args: Record<PropertyKey, never>; Returns: string[] };
      moderators_of: { Args: { area: string | null; language: Database["public"]["Enums"]["language"] | null }; Returns: string[] };
      move_and_remember: { Args: { b: Database["public"]["Tables"]["bookings"]["Row"] | null; host: string | null; s: Database["public"]["Tables"]["services"]["Row"] | null; start: string | null }; Returns: Database["public"]["Tables"]["bookings"]["Row"] };
      move_booking: { Args: { host?: string | null; id: string | null; starts_at: string | null }; Returns: Json };
      move_comments: { Args: { article: Database["public"]["Tables"]["articles"]["Row"] | null }; Returns: boolean };
      move_due_comments: { Args: Record<PropertyKey, never>; Returns: number };
      move_replies: { Args: { act: string | null; moved: string[] | null; target: string | null }; Returns: null };
      move_session_thread: { Args: { slot: string | null; target: string | null }; Returns: null };
      move_times: { Args: { booking: string | null; from_day: string | null; hosts?: string[] | null; to_day: string | null }; Returns: { ends_at: string; host_id: string; left: number; starts_at: string }[] };
      my_account: { Args: Record<PropertyKey, never>; Returns: { due_at: string; email: string; erases_texts: boolean; has_password: boolean; identities: Json; new_email: string; phone: string }[] };
      my_account_export: { Args: Record<PropertyKey, never>; Returns: { bytes: number; error: string; expires_at: string; is_open: boolean; next_at: string }[] };
      my_claims: { Args: Record<PropertyKey, never>; Returns: { bookings: number; claimed_at: string; guest_id: string; name: string }[] };
      my_content_languages: { Args: Record<PropertyKey, never>; Returns: Database["public"]["Enums"]["language"][] };
      my_conversations: { Args: { at_most: number | null; before: string | null; before_id: string | null }; Returns: { display_name: string; id: string; is_blocked: boolean; last_body: string; last_is_mine: boolean; last_message_at: string; person_id: string; picture_url: string; state: string; unread: number }[] };
      my_data: { Args: Record<PropertyKey, never>; Returns: Json };
      my_export_file: { Args: Record<PropertyKey, never>; Returns: { bytes: number; made_at: string; version: string }[] };
      my_groups: { Args: Record<PropertyKey, never>; Returns: string[] };
      my_held_texts: { Args: { article?: string | null; topic?: string | null }; Returns: { body: Json; created_at: string; forum_id: string; id: string; language: Database["public"]["Enums"]["language"]; note: string; post_id: string; reason: string; status: string; title: string; usual_hours: number }[] };
      my_incident_notices: { Args: Record<PropertyKey, never>; Returns: { body: string; id: string; language: Database["public"]["Enums"]["language"]; notified_at: string; subject: string }[] };
      my_languages: { Args: Record<PropertyKey, never>; Returns: Database["public"]["Enums"]["language"][] };
      my_profile: { Args: Record<PropertyKey, never>; Returns: { about: string; calendar_token: string; created_at: string; display_name: string; id: string; is_admin: boolean; language: Database["public"]["Enums"]["language"]; picture_url: string; time_zone: string }[] };
      my_rights: { Args: Record<PropertyKey, never>; Returns: string[] };
      my_scopes: { Args: { wanted: Database["public"]["Enums"]["site_right"] | null }; Returns: string[] };
      my_sessions: { Args: Record<PropertyKey, never>; Returns: { aal: string; created_at: string; id: string; ip: string; is_current: boolean; last_used_at: string; user_agent: string }[] };
      my_silence: { Args: Record<PropertyKey, never>; Returns: Json };
      my_visibility: { Args: Record<PropertyKey, never>; Returns: { about_for: string; activity_for: string; is_listed: boolean; languages_for: string; since_for: string; speaks: Database["public"]["Enums"]["language"][]; takes_messages: boolean }[] };
      name_hours: { Args: { day_hours: Json | null }; Returns: string };
      name_in_message: { Args: { topic: Database["public"]["Tables"]["posts"]["Row"] | null; wanted: Database["public"]["Enums"]["language"] | null }; Returns: string };
      name_keys: { Args: { name: string }; Returns: string };
      name_of_calendar_feed: { Args: { token: string | null }; Returns: { covers: string; language: Database["public"]["Enums"]["language"]; name: string }[] };
      name_pattern: { Args: { words: string }; Returns: string };
      needs_setup: { Args: Record<PropertyKey, never>; Returns: boolean };
      network_address: { Args: { written: string }; Returns: string };
      network_of_holder: { Args: { member: string | null }; Returns: string };
      newcomer_age: { Args: Record<PropertyKey, never>; Returns: string };
      newsletter_guests_after: { Args: { after: string | null; audience: string | null; most: number | null }; Returns: { email: string; id: string; language: Database["public"]["Enums"]["language"]; link: string }[] };
      newsletter_members: { Args: { after: string | null; audience: string | null; most: number | null }; Returns: { email: string; id: string; language: Database["public"]["Enums"]["language"] }[] };
      next_article_change: { Args: Record<PropertyKey, never>; Returns: string };
      next_export_of: { Args: { member: string | null }; Returns: string };
      next_free: { Args: { after?: string | null; host?: string | null; how_many?: number | null; party?: number | null; service: string | null }; Returns: { ends_at: string; left: number; starts_at: string }[] };
      next_hold_end: { Args: Record<PropertyKey, never>; Returns: string };
      next_times: { Args: { wanted: string[] | null }; Returns: { ends_at: string; left: number; service_id: string; starts_at: string }[] };
      normal_host: { Args: { given: string | null }; Returns: string };
      note_automatic_act: { Args: { area: string | null; kind: string | null; member: string | null; post: string | null; reply: string | null; reporters: number | null; until?: string | null }; Returns: boolean };
      note_case: { Args: { body: string | null; case_id: string | null; id: string | null }; Returns: null };
      note_hosts: { Args: { author: string | null; body: Json | null; post: string | null; reply: string | null }; Returns: null };
      note_reading: { Args: { member: string | null; replies: number | null; topics: number | null }; Returns: null };
      notice_for_caller: { Args: { s: Database["public"]["Tables"]["services"]["Row"] | null }; Returns: number };
      notice_link: { Args: { member: string | null; post: string | null }; Returns: string };
      notify_of_privacy_request: { Args: { request: string | null }; Returns: null };
      offer_end: { Args: { s: Database["public"]["Tables"]["services"]["Row"] | null; start: string | null }; Returns: string };
      offered_language: { Args: { wanted: Database["public"]["Enums"]["language"] | null }; Returns: Database["public"]["Enums"]["language"] };
      open_answer: { Args: { answer: string | null; link?: string | null }; Returns: { id: string; key_id: string; kind: string; object_name: string; options: Json; sealed: string; value: Json }[] };
      open_calendar_feed: { Args: { covers: string | null; renew?: boolean | null; room?: string | null }; Returns: string };
      open_case: { Args: { area: string | null; kind: string | null; language: Database["public"]["Enums"]["language"] | null; opened_at: string | null; thing: string | null }; Returns: null };
      open_comments: { Args: { article: string | null }; Returns: string };
      open_comments_area: { Args: { model: string | null; readers: string | null }; Returns: string };
      open_confidential_area: { Args: { forum: string | null; reason: string | null }; Returns: null };
      open_holiday: { Args: { id: string | null }; Returns: Json };
      open_session_thread: { Args: { slot: string | null }; Returns: string };
      open_slot: { Args: { left_slot?: string | null; s: Database["public"]["Tables"]["services"]["Row"] | null; seats?: number | null; speaks?: Database["public"]["Enums"]["language"] | null; start: string | null; wanted?: string | null }; Returns: Database["public"]["Tables"]["slots"]["Row"] };
      open_translation: { Args: { post?: string | null; reply?: string | null; wanted: Database["public"]["Enums"]["language"] | null }; Returns: Json };
      opening_state: { Args: { moment?: string | null }; Returns: { changes_at: string; is_open: boolean }[] };
      opening_times: { Args: { since?: string | null }; Returns: { closes: string; opens: string }[] };
      order_forums: { Args: { forums: string[] | null }; Returns: null };
      order_resource_categories: { Args: { ids: string[] | null }; Returns: null };
      order_resources: { Args: { category: string | null; ids: string[] | null }; Returns: null };
      order_series: { Args: { ids: string[] | null; series: string | null }; Returns: null };
      other_times: { Args: { party: number | null; service: string | null }; Returns: Json };
      outdated_articles: { Args: Record<PropertyKey, never>; Returns: string[] };
      owes_name: { Args: Record<PropertyKey, never>; Returns: boolean };
      owner_of_address: { Args: { address: string | null }; Returns: { guest_id: string; member_id: string }[] };
      page_saved: { Args: { page: string | null }; Returns: Json };
      page_template: { Args: { kind: string | null; wanted: Database["public"]["Enums"]["language"] | null }; Returns: string };
      page_to_change: { Args: { page: string | null }; Returns: Database["public"]["Tables"]["pages"]["Row"] };
      part_appointment: { Args: { booking: string | null; slot: string | null }; Returns: null };
      parts_of: { Args: { body: Json | null }; Returns: string[] };
      parts_of_series: { Args: { of_series: string | null }; Returns: { article_id: string; place: number }[] };
      path_to_editor: { Args: { article: string | null; language: Database["public"]["Enums"]["language"] | null }; Returns: string };
      path_to_text: { Args: { article: string | null; forum: string | null; number: number | null; shown_in: Database["public"]["Enums"]["language"] | null; topic: string | null }; Returns: string };
      penalize: { Args: { forum?: string | null; hours: number | null; id: string | null; kind: string | null; member: string | null; reason: string | null }; Returns: string };
      penalties_of: { Args: { member: string | null; topic?: string | null }; Returns: Json };
      penalty_choices: { Args: { forum?: string | null; member: string | null }; Returns: string[] };
      percent_encode: { Args: { part: string }; Returns: string };
      person_about: { Args: { person: string | null }; Returns: string };
      perspective_refusal: { Args: { member: string | null }; Returns: string };
      pin_trust_level: { Args: { level: number | null; member: string | null }; Returns: null };
      pinyin: { Args: Record<PropertyKey, never>; Returns: string };
      place_booking: { Args: { by_staff?: boolean | null; guest: string | null; host?: string | null; id: string | null; member: string | null; note: string | null; or_wait: boolean | null; party: number | null; service: string | null; starts_at: string | null }; Returns: Json };
      place_series: { Args: { by_staff?: boolean | null; guest: string | null; id: string | null; member: string | null; note: string | null; or_wait: boolean | null; party: number | null; service: string | null }; Returns: Json };
      placeholders_of: { Args: { line: string }; Returns: string[] };
      plan_reminders: { Args: { changed: string[] | null; moved: boolean | null }; Returns: null };
      possible_colleagues: { Args: { from_time: string | null; host: string | null; service: string | null; until_time: string | null }; Returns: Json };
      postpone_setup: { Args: Record<PropertyKey, never>; Returns: null };
      preferred_languages: { Args: { wanted: Database["public"]["Enums"]["language"] | null }; Returns: Database["public"]["Enums"]["language"][] };
      prepare_answers: { Args: { answers: Json | null; client: string | null; intake: string | null; language: Database["public"]["Enums"]["language"] | null }; Returns: null };
      preview_act: { Args: { kind: string | null; posts: string[] | null; reply_ids?: string[] | null; value?: Json | null }; Returns: { authors: number; replies: number; topics: number; unchanged: number }[] };
      preview_article_act: { Args: { articles: string[] | null; kind: string | null; tag?: string | null }; Returns: { changed: number; languages: number; refused: number; unchanged: number }[] };
      preview_barrier: { Args: { kind: string | null; value: string | null }; Returns: Json };
      preview_clean: { Args: { member: string | null }; Returns: { below: number; elsewhere: number; replies: number; topics: number }[] };
      preview_closing: { Args: { colleague?: string | null; from_time: string | null; host?: string | null; service?: string | null; until_time: string | null }; Returns: Json };
      preview_handing_over: { Args: { colleague: string | null; from_time: string | null; host: string | null; service: string | null; until_time: string | null }; Returns: Json };
      price_of: { Args: { b: Database["public"]["Tables"]["bookings"]["Row"] | null }; Returns: Database["public"]["Tables"]["booking_prices"]["Row"][] };
      price_of_booking: { Args: { booking: string | null; link?: string | null }; Returns: { amount: number; currency: string; notes: Json; paid_at: string; qr_url: string }[] };
      privacy_template: { Args: { wanted: Database["public"]["Enums"]["language"] | null }; Returns: string };
      promote_after_series: { Args: { series: string | null }; Returns: null };
      promote_freed: { Args: { slots: string[] | null }; Returns: null };
      promote_series: { Args: { slot: string | null }; Returns: boolean };
      promote_waiting: { Args: { slot: string | null }; Returns: null };
      promote_waiting_with: { Args: { from_time: string | null; place: string | null; until_time: string | null }; Returns: null };
      prove_guest_address: { Args: { address: string | null; code: string | null }; Returns: string };
      publish_held_poll: { Args: { held: Database["public"]["Tables"]["held_texts"]["Row"] | null }; Returns: null };
      publish_held_text: { Args: { held: Database["public"]["Tables"]["held_texts"]["Row"] | null }; Returns: null };
      publish_page: { Args: { asks_again?: boolean | null; base_version: number | null; page: string | null }; Returns: Json };
      publishes_text: { Args: { article: Database["public"]["Tables"]["articles"]["Row"] | null; in_language: Database["public"]["Enums"]["language"] | null }; Returns: boolean };
      push_key: { Args: Record<PropertyKey, never>; Returns: string };
      put_back: { Args: { act: Database["public"]["Tables"]["forum_acts"]["Row"] | null }; Returns: null };
      queue_booking_email: { Args: { booking: Database["public"]["Tables"]["bookings"]["Row"] | null; kind: string | null; more?: Json | null }; Returns: null };
      queue_due_reminders: { Args: { how_many: number | null }; Returns: number };
      queue_notice: { Args: { actor?: string | null; booking?: string | null; kind: string | null; merged_by?: string | null; path?: string | null; post?: string | null; recipient: string | null; reply?: string | null; subject?: string | null; thing: string | null }; Returns: boolean };
      queue_notices: { Args: { actor?: string | null; booking?: string | null; kind: string | null; merged_by?: string | null; path?: string | null; post?: string | null; recipients: string[] | null; reply?: string | null; subject?: string | null; thing: string | null }; Returns: number };
      queue_series_email: { Args: { b: Database["public"]["Tables"]["bookings"]["Row"] | null }; Returns: null };
      queue_staff_email: { Args: { booking: Database["public"]["Tables"]["bookings"]["Row"] | null; details: Json | null; former?: string | null; kind: string | null; topic: string | null }; Returns: null };
      quiet_until: { Args: { member: string | null; moment: string | null }; Returns: string };
      quoted_texts: { Args: { content: Json }; Returns: Json };
      raise_booking_error: { Args: { code: string | null }; Returns: null };
      raise_error: { Args: { code: string | null; message: string | null; status: string | null }; Returns: null };
      raise_overlap: { Args: { message: string | null }; Returns: null };
      raise_resource_conflict: { Args: { wanted: string | null }; Returns: null };
      read_conversation: { Args: { conversation: string | null; number: number | null }; Returns: null };
      read_day_hours: { Args: { spans: Json | null }; Returns: string };
      read_incident_people: { Args: { after?: number | null; incident: string | null }; Returns: Json };
      read_invite_list: { Args: { people: Json | null }; Returns: { address: string; finding: string; language: string; note: string; number: number }[] };
      read_notifications: { Args: { notifications?: string[] | null }; Returns: null };
      readers_of: { Args: { members: string[] | null; post: string | null }; Returns: string[] };
      reason_to_hold: { Args: { area: string | null; author: string | null; trust: number | null }; Returns: string };
      recheck_thread_readers: { Args: { topic: string | null }; Returns: null };
      record_bounce: { Args: { message: string | null; points: number | null; reason: string | null; status: string | null }; Returns: string };
      recount_posts: { Args: { added_posts: number[] | null; added_replies: number[] | null; forum_ids: string[] | null }; Returns: null };
      recount_reactions: { Args: { changes: Json | null }; Returns: null };
      recount_replies: { Args: { added: number[] | null; post_ids: string[] | null }; Returns: null };
      redeem_bot_check_code: { Args: { address?: string | null; code: string | null }; Returns: string };
      refer_to: { Args: { new_post: string | null; new_reply: string | null; old_post: string | null; old_reply: string | null }; Returns: null };
      refresh_area_authors: { Args: { area: string | null }; Returns: null };
      refresh_block: { Args: { member: string | null }; Returns: null };
      refresh_free_times: { Args: { wanted?: string | null }; Returns: number };
      refresh_public_authors: { Args: { members: string[] | null }; Returns: null };
      refresh_tasks: { Args: { item: string | null; kind: string | null }; Returns: null };
      refuse_blocked_network: { Args: Record<PropertyKey, never>; Returns: null };
      refuse_if_begun: { Args: { member: string | null }; Returns: null };
      refuse_if_silenced: { Args: Record<PropertyKey, never>; Returns: null };
      refuse_session_threads: { Args: { areas: string[] | null }; Returns: null };
      register_answer_keys: { Args: { keys: string[] | null }; Returns: null };
      release_case: { Args: { case_id: string | null }; Returns: null };
      release_hold: { Args: { secret: string | null; starts_at?: string | null }; Returns: null };
      remind_of_bookmarks: { Args: { max_rows: number | null }; Returns: number };
      remind_of_incidents: { Args: Record<PropertyKey, never>; Returns: number };
      remind_of_privacy_requests: { Args: { batch: number | null }; Returns: number };
      remove_barrier: { Args: { barrier: string | null }; Returns: null };
      remove_brought_forum: { Args: { given: Json | null }; Returns: null };
      remove_brought_service: { Args: { given: Json | null }; Returns: null };
      remove_calendar: { Args: { id: string | null }; Returns: boolean };
      remove_kind: { Args: { trace: Json | null }; Returns: null };
      remove_translation: { Args: { translation: string | null }; Returns: null };
      remove_unused_uploads: { Args: { max_rows: number | null }; Returns: number };
      remove_with_texts: { Args: { kind: string | null; thing: string | null }; Returns: boolean };
      renew_calendar_token: { Args: Record<PropertyKey, never>; Returns: string };
      reopen_bookings: { Args: { found_case: Database["public"]["Tables"]["desk_cases"]["Row"] | null }; Returns: null };
      reopen_case: { Args: { case_id: string | null }; Returns: null };
      reopen_held_text: { Args: { held: string | null }; Returns: null };
      reopen_profile: { Args: { found_case: Database["public"]["Tables"]["desk_cases"]["Row"] | null }; Returns: null };
      reopen_report: { Args: { report: string | null }; Returns: null };
      reopen_translation: { Args: { found_case: Database["public"]["Tables"]["desk_cases"]["Row"] | null }; Returns: null };
      reply_after: { Args: { kind: string | null; reply: Database["public"]["Tables"]["replies"]["Row"] | null }; Returns: Json };
      reply_before: { Args: { reply: Database["public"]["Tables"]["replies"]["Row"] | null }; Returns: Json };
      report_incident: { Args: { incident: string | null; is_reported?: boolean | null }; Returns: null };
      report_private_message: { Args: { id: string | null; message: string | null; note: string | null; reason: string | null }; Returns: null };
      report_profile: { Args: { id: string | null; note?: string | null; person: string | null; reason: string | null }; Returns: null };
      report_translation: { Args: { id: string | null; note?: string | null; post?: string | null; reason: string | null; reply?: string | null; wanted: Database["public"]["Enums"]["language"] | null }; Returns: null };
      reported_bookings: { Args: { from_month: string | null; to_month: string | null }; Returns: { attendance: Database["public"]["Enums"]["attendance"]; ended: string; language: Database["public"]["Enums"]["language"]; month: string; party_size: number; service_id: string; status: Database["public"]["Enums"]["booking_status"] }[] };
      republish_page: { Args: { page: string | null }; Returns: Json };
      request_account_deletion: { Args: { erases_texts?: boolean | null }; Returns: string };
      request_account_export: { Args: Record<PropertyKey, never>; Returns: null };
      request_backup: { Args: Record<PropertyKey, never>; Returns: string };
      request_bot_check_code: { Args: { address?: string | null; language?: Database["public"]["Enums"]["language"] | null }; Returns: null };
      request_end: { Args: { s: Database["public"]["Tables"]["services"]["Row"] | null; start: string | null }; Returns: string };
      request_guest_code: { Args: { address: string | null; language?: Database["public"]["Enums"]["language"] | null }; Returns: string };
      request_header: { Args: { name: string | null }; Returns: string };
      request_network: { Args: Record<PropertyKey, never>; Returns: string };
      request_newsletter: { Args: { address: string | null; language?: Database["public"]["Enums"]["language"] | null }; Returns: null };
      request_range: { Args: Record<PropertyKey, never>; Returns: string };
      requires_second_factor: { Args: { member: string | null }; Returns: boolean };
      resend_message: { Args: { message: string | null }; Returns: boolean };
      reserve_page_slug: { Args: { page: string | null; wanted: string | null }; Returns: string };
      reserve_series_slug: { Args: { series: string | null; wanted: string | null }; Returns: string };
      reserve_slug: { Args: { article: string | null; wanted: string | null }; Returns: string };
      reset_bounces: { Args: { member: string | null }; Returns: null };
      resource_address: { Args: { resource: string | null; wanted: Database["public"]["Enums"]["language"] | null }; Returns: string };
      restore_appearance: { Args: { appearance_id: number | null }; Returns: null };
      restore_article: { Args: { id: string | null }; Returns: null };
      restore_article_version: { Args: { base_version: number | null; save_id: string | null; version: number | null }; Returns: Json };
      restore_booking: { Args: { id: string | null; link?: string | null }; Returns: Json };
      restore_member: { Args: { member: string | null }; Returns: null };
      restore_page: { Args: { page: string | null }; Returns: null };
      restore_post: { Args: { post: string | null }; Returns: null };
      restore_removed: { Args: { kind: string | null; thing: string | null }; Returns: null };
      restore_reply: { Args: { reply: string | null }; Returns: null };
      restore_series: { Args: { id: string | null; link?: string | null }; Returns: Json };
      restore_setting: { Args: { change?: number | null; setting: string | null }; Returns: null };
      restore_translation: { Args: { translation: string | null }; Returns: null };
      retry_own_emails: { Args: Record<PropertyKey, never>; Returns: null };
      review_hours: { Args: { area: string | null }; Returns: number };
      rich_text_plain: { Args: { document: Json }; Returns: string };
      room_name: { Args: { names: Json | null; wanted: Database["public"]["Enums"]["language"] | null }; Returns: string };
      rules_template: { Args: { wanted: Database["public"]["Enums"]["language"] | null }; Returns: string };
      save_article: { Args: { article: Json | null; base_version?: number | null; texts: Json | null }; Returns: Json };
      save_article_text: { Args: { given: Json | null; in_language: Database["public"]["Enums"]["language"] | null; saved: Database["public"]["Tables"]["articles"]["Row"] | null }; Returns: null };
      save_article_texts: { Args: { saved: Database["public"]["Tables"]["articles"]["Row"] | null; texts: Json | null }; Returns: null };
      save_forum: { Args: { edit_window_hours: number | null; forum: string | null; slug: string | null; texts: Json | null }; Returns: null };
      save_group: { Args: { id: string | null; is_listed: boolean | null; joining: string | null; slug: string | null; texts: Json | null }; Returns: null };
      save_incident: { Args: { began_at?: string | null; description: string | null; discovered_at: string | null; due_at?: string | null; ended_at?: string | null; id: string | null; notes?: string | null; title: string | null }; Returns: null };
      save_incident_text: { Args: { body: string | null; incident: string | null; language: Database["public"]["Enums"]["language"] | null; subject: string | null }; Returns: null };
      save_menu: { Args: { items: Json | null; menu_place: string | null }; Returns: null };
      save_notice_settings: { Args: { digest: string | null; emails: boolean | null; quiet_from: string | null; quiet_until: string | null }; Returns: null };
      save_opening_hours: { Args: { exceptions: Json | null; week: Json | null }; Returns: null };
      save_page: { Args: { base_version?: number | null; page: Json | null; texts: Json | null }; Returns: Json };
      save_push_subscription: { Args: { auth_secret: string | null; device?: string | null; endpoint: string | null; has_details?: boolean | null; public_key: string | null }; Returns: string };
      save_resource: { Args: { base_version?: number | null; resource: Json | null; texts: Json | null }; Returns: Json };
      save_resource_category: { Args: { category: Json | null; names: Json | null }; Returns: string };
      save_resource_files: { Args: { given: Json | null; marks_others: boolean | null; wanted: string | null }; Returns: null };
      save_series: { Args: { base_version?: number | null; series: Json | null; texts: Json | null }; Returns: Json };
      save_service: { Args: { exceptions: Json | null; hours: Json | null; service: Json | null; texts: Json | null }; Returns: Json };
      save_service_message: { Args: { addition: string | null; body: string | null; kind: string | null; language: Database["public"]["Enums"]["language"] | null; service: string | null; sms: string | null; subject: string | null }; Returns: boolean };
      save_setup_step: { Args: { given: Json | null; step: string | null }; Returns: null };
      save_translation: { Args: { body: Json | null; language: Database["public"]["Enums"]["language"] | null; post?: string | null; reply?: string | null; source_version: number | null; title: string | null }; Returns: string };
      save_work_hours: { Args: { host: string | null; hours: Json | null; room: string | null }; Returns: number };
      scopes_of: { Args: { member: string | null; wanted: Database["public"]["Enums"]["site_right"] | null }; Returns: string[] };
      search: { Args: { after?: string | null; author?: string | null; content_language?: Database["public"]["Enums"]["language"] | null; forum?: string | null; kinds?: string[] | null; newest?: boolean | null; page_size?: number | null; query: string | null; reader?: Database["public"]["Enums"]["language"] | null; since?: string | null }; Returns: { created_at: string; cursor: string; excerpt: Json; id: string; kind: string; language: Database["public"]["Enums"]["language"]; place: Json; ring: number; title: Json }[] };
      seen_areas: { Args: Record<PropertyKey, never>; Returns: string[] };
      sees_booking_case: { Args: { case_id: string | null; person: string | null }; Returns: boolean };
      sees_case: { Args: { c: Database["public"]["Tables"]["desk_cases"]["Row"] | null }; Returns: boolean };
      sees_closed_areas: { Args: { member: string | null }; Returns: boolean };
      sees_task: { Args: { group_id: string | null; kind: string | null }; Returns: boolean };
      send_incident_notice: { Args: { incident: string | null; listed_at: string | null; people: number | null }; Returns: null };
      send_message: { Args: { body: string | null; bot_check?: string | null; email: string | null; id: string | null; language: Database["public"]["Enums"]["language"] | null; member: string | null; name: string | null; network?: string | null }; Returns: null };
      send_private_message: { Args: { body: string | null; id: string | null; recipient: string | null }; Returns: number };
      send_test_push: { Args: { subscription: string | null }; Returns: null };
      series_of: { Args: { booking: string | null; link?: string | null }; Returns: { ends_at: string; id: string; link: string; starts_at: string; status: Database["public"]["Enums"]["booking_status"] }[] };
      series_of_article: { Args: { article: string | null }; Returns: string };
      series_starts: { Args: { s: Database["public"]["Tables"]["services"]["Row"] | null }; Returns: { ends_at: string; starts_at: string }[] };
      service_slug: { Args: { id: string | null; name: string | null; wanted: string | null }; Returns: string };
      service_starts: { Args: { from_day: string | null; s: Database["public"]["Tables"]["services"]["Row"] | null; to_day: string | null }; Returns: { ends_at: string; starts_at: string }[] };
      service_text: { Args: { service: string | null; wanted: Database["public"]["Enums"]["language"] | null }; Returns: Database["public"]["Tables"]["service_texts"]["Row"][] };
      session_areas_of: { Args: { member: string | null; wanted: Database["public"]["Enums"]["site_right"] | null }; Returns: string[] };
      session_of_thread: { Args: { area: string | null; wanted: Database["public"]["Enums"]["language"] | null }; Returns: { booking: string; closes_at: string; ends_at: string; host_name: string; is_online: boolean; lang: Database["public"]["Enums"]["language"]; link_from: string; may_set_link: boolean; name: string; online_url: string; own_link: string; place: string; service_slug: string; slot_id: string; starts_at: string; time_zone: string }[] };
      session_title: { Args: { slot: string | null }; Returns: string };
      session_welcome: { Args: { language: Database["public"]["Enums"]["language"] | null }; Returns: string };
      set_administrator: { Args: { is_administrator: boolean | null; member: string | null }; Returns: null };
      set_answer: { Args: { post: string | null; reply: string | null }; Returns: null };
      set_area_ban: { Args: { forum: string | null; member: string | null; reason: string | null; until?: string | null }; Returns: null };
      set_area_marks: { Args: { forum: string | null; kept_from: string[] | null }; Returns: null };
      set_area_queue: { Args: { forum: string | null; holds: boolean | null }; Returns: null };
      set_area_rights: { Args: { above?: string | null; forum: string | null; is_confidential?: boolean | null; owner?: string | null; rights: Json | null }; Returns: null };
      set_articles: { Args: { sources: string[] | null; states: Database["public"]["Tables"]["articles"]["Row"][] | null }; Returns: null };
      set_block: { Args: { ends_at: string | null; member: string | null; reason: string | null }; Returns: null };
      set_blocked: { Args: { blocks: boolean | null; person: string | null }; Returns: null };
      set_booking_channel: { Args: { channel: string | null }; Returns: null };
      set_bookmark: { Args: { article?: string | null; note?: string | null; post?: string | null; remind_at?: string | null; reply?: string | null; resource?: string | null; service?: string | null; wanted: boolean | null }; Returns: null };
      set_following: { Args: { follows: boolean | null; person: string | null }; Returns: null };
      set_forum_draft: { Args: { forum: string | null; is_draft: boolean | null }; Returns: null };
      set_group_member: { Args: { id: string | null; member: string | null; status: string | null }; Returns: null };
      set_hidden: { Args: { hidden: boolean | null; post?: string | null; reply?: string | null }; Returns: null };
      set_holiday_regions: { Args: { regions: string[] | null }; Returns: string[] };
      set_marks: { Args: { kept_from: string[] | null; post?: string | null; reply?: string | null }; Returns: null };
      set_message_handled: { Args: { id: string | null; is_handled: boolean | null }; Returns: null };
      set_notice_choice: { Args: { channel: string | null; is_on: boolean | null; kind: string | null }; Returns: null };
      set_number_state: { Args: { id: string | null; state: string | null }; Returns: Json };
      set_present: { Args: { is_here: boolean | null }; Returns: null };
      set_reaction: { Args: { kind: string | null; post?: string | null; reply?: string | null; wanted: boolean | null }; Returns: null };
      set_series: { Args: { series: string | null }; Returns: null };
      set_session_link: { Args: { slot: string | null; url: string | null }; Returns: null };
      set_tags: { Args: { post: string | null; tags: string[] | null }; Returns: null };
      set_topic_state: { Args: { post: string | null; state: Json | null }; Returns: null };
      set_topics: { Args: { ids: string[] | null; states: Json[] | null }; Returns: null };
      set_up_forums: { Args: { given: Json | null }; Returns: Json };
      set_up_hours: { Args: { given: Json | null }; Returns: Json };
      set_up_names: { Args: { given: Json | null }; Returns: Json };
      set_up_people: { Args: { given: Json | null }; Returns: Json };
      set_up_services: { Args: { given: Json | null }; Returns: Json };
      set_up_settings: { Args: { given: Json | null }; Returns: Json };
      set_watch: { Args: { forum?: string | null; language?: Database["public"]["Enums"]["language"] | null; level: string | null; post?: string | null; tag?: string | null }; Returns: null };
      set_weekly_hours: { Args: { week: Json | null }; Returns: null };
      settle_quotes: { Args: { node: Json | null }; Returns: Json };
      shares_group: { Args: { person: string | null }; Returns: boolean };
      show_member: { Args: { member: string | null }; Returns: { created_at: string; display_name: string; due_at: string; email: string; erases_texts: boolean; id: string; is_admin: boolean; is_deleted: boolean; language: Database["public"]["Enums"]["language"]; picture_url: string }[] };
      show_person: { Args: { person: string | null }; Returns: { about: string; display_name: string; id: string; is_active: boolean; is_blocked: boolean; is_followed: boolean; is_public: boolean; languages: Database["public"]["Enums"]["language"][]; picture_url: string; shows_activity: boolean; since: string; takes_messages: boolean }[] };
      show_poll: { Args: { post: string | null }; Returns: { closes_at: string; id: string; is_closed: boolean; max_choices: number; options: Json; own: number[]; question: string; results: string; voter_count: number }[] };
      sign_bot_check: { Args: { message: string | null }; Returns: string };
      silence_reported_newcomer: { Args: { area: string | null; author: string | null; post: string | null; reply: string | null }; Returns: null };
      site_day: { Args: Record<PropertyKey, never>; Returns: string };
      site_scope: { Args: Record<PropertyKey, never>; Returns: string };
      skip_setup_step: { Args: { step: string | null }; Returns: null };
      slot_left_by: { Args: { b: Database["public"]["Tables"]["bookings"]["Row"] | null }; Returns: string };
      slots_in: { Args: { from_time: string | null; host: string | null; service: string | null; until_time: string | null }; Returns: Database["public"]["Tables"]["slots"]["Row"][] };
      slugify: { Args: { language: Database["public"]["Enums"]["language"]; title: string }; Returns: string };
      sorted_marks: { Args: { marks: string[] | null }; Returns: string[] };
      source_text: { Args: { article: Database["public"]["Tables"]["articles"]["Row"] | null }; Returns: Json };
      split_replies: { Args: { act: string | null; forum: string | null; post: string | null; replies: string[] | null; title: string | null }; Returns: string };
      staff_calendar: { Args: { token: string | null }; Returns: { capacity: number; changed_at: string; ends_at: string; equipment_name: string; host_name: string; id: string; kind: Database["public"]["Enums"]["service_kind"]; lang: Database["public"]["Enums"]["language"]; name: string; place: string; room_name: string; starts_at: string; taken: number; time_zone: string }[] };
      standalone_links: { Args: { body: Json | null }; Returns: string[] };
      stands_alone: { Args: { s: Database["public"]["Tables"]["services"]["Row"] | null }; Returns: boolean };
      start_perspective: { Args: { member: string | null; reason: string | null }; Returns: string };
      state_of_invitation: { Args: { invitation: Database["public"]["Tables"]["invitations"]["Row"] | null }; Returns: string };
      stop_edition: { Args: { article: string | null }; Returns: number };
      store_guest_channel: { Args: { booking: string | null; channel: string | null }; Returns: null };
      strip_hidden_characters: { Args: { line: string }; Returns: string };
      submit_article_text: { Args: { article: string | null; base_version: number | null; id: string | null; language: Database["public"]["Enums"]["language"] | null; note?: string | null }; Returns: null };
      suggest_tags: { Args: { beginning: string | null }; Returns: string[] };
      suggest_translation: { Args: { article: string | null; language: Database["public"]["Enums"]["language"] | null }; Returns: Json };
      table_of_kind: { Args: { kind: string | null }; Returns: string };
      take_act_back: { Args: { done: Database["public"]["Tables"]["automatic_acts"]["Row"] | null }; Returns: null };
      take_back: { Args: { c: Database["public"]["Tables"]["closings"]["Row"] | null }; Returns: null };
      take_busy_times: { Args: { calendar: string | null; ends: string[] | null; etag: string | null; last_modified: string | null; starts: string[] | null }; Returns: boolean };
      take_edition_batch: { Args: { most: number | null; pause: string | null }; Returns: { article_id: string; body: string; email: string; language: string; link: string; member_id: string; slug: string; summary: string; title: string }[] };
      take_file: { Args: { erases: boolean | null; member: string | null }; Returns: number };
      take_guests: { Args: { addresses: string[] | null; most: number | null }; Returns: number };
      take_holds: { Args: { hash: string | null; member: string | null }; Returns: string[] };
      take_incident_batch: { Args: { most: number | null }; Returns: { body: string; email: string; language: string; member_id: string; subject: string }[] };
      take_log_entries: { Args: { member: string | null; most: number | null }; Returns: number };
      take_messages: { Args: { addresses: string[] | null; member: string | null; most: number | null }; Returns: number };
      take_notices: { Args: { addresses: string[] | null; member: string | null; most: number | null }; Returns: number };
      take_number: { Args: { id: string | null; service: string | null }; Returns: Json };
      take_other_texts: { Args: { member: string | null; most: number | null }; Returns: number };
      take_posts: { Args: { erases: boolean | null; member: string | null; most: number | null }; Returns: number };
      take_privacy_request: { Args: { is_mine?: boolean | null; request: string | null }; Returns: null };
      take_replies: { Args: { erases: boolean | null; member: string | null; most: number | null }; Returns: number };
      take_traces: { Args: { member: string | null; most: number | null }; Returns: number };
      take_votes: { Args: { member: string | null; most: number | null }; Returns: number };
      tasks_of: { Args: { item: string | null; kind: string | null }; Returns: Database["public"]["Tables"]["translation_tasks"]["Row"][] };
      tell_of_decision: { Args: { held: string | null }; Returns: null };
      tell_of_edit: { Args: { author: string | null; post: string | null; reply: string | null }; Returns: null };
      tell_of_new_host: { Args: { closing: string | null; former: string | null; reason: string | null; slot: string | null }; Returns: null };
      terms_template: { Args: { wanted: Database["public"]["Enums"]["language"] | null }; Returns: string };
      text_amount: { Args: { language: Database["public"]["Enums"]["language"] | null; words: string | null }; Returns: number };
      text_parts: { Args: { body: Json | null; summary: string | null; title: string | null }; Returns: string[] };
      text_to_translate: { Args: { post: string | null; reply: string | null }; Returns: Json };
      today_at_site: { Args: Record<PropertyKey, never>; Returns: string };
      topic_after: { Args: { kind: string | null; post: Database["public"]["Tables"]["posts"]["Row"] | null; value: Json | null }; Returns: Json };
      topic_before: { Args: { post: Database["public"]["Tables"]["posts"]["Row"] | null }; Returns: Json };
      topic_is_open_to: { Args: { member: string | null; post: string | null }; Returns: boolean };
      trust_facts: { Args: { member: string | null }; Returns: { fact: string; had: number; level: number; needed: number }[] };
      trust_level: { Args: { member: string | null }; Returns: number };
      undo_act: { Args: { act: string | null }; Returns: null };
      undo_article_act: { Args: { act: string | null }; Returns: null };
      undo_automatic_act: { Args: { act: string | null }; Returns: null };
      undo_bans: { Args: { act: Database["public"]["Tables"]["forum_acts"]["Row"] | null }; Returns: null };
      undo_changes: { Args: { act: Database["public"]["Tables"]["forum_acts"]["Row"] | null }; Returns: null };
      undo_claim: { Args: { guest: string | null }; Returns: number };
      undo_closing: { Args: { id: string | null }; Returns: Json };
      undo_merge: { Args: { act: Database["public"]["Tables"]["forum_acts"]["Row"] | null }; Returns: null };
      undo_move: { Args: { id: string | null }; Returns: Json };
      undo_setup_step: { Args: { step: string | null }; Returns: null };
      undo_split: { Args: { act: Database["public"]["Tables"]["forum_acts"]["Row"] | null }; Returns: null };
      undone_part: { Args: { act: Database["public"]["Tables"]["forum_acts"]["Row"] | null; before: Json | null }; Returns: Json };
      unescape_address: { Args: { address: string }; Returns: string };
      unpublish_page: { Args: { page: string | null }; Returns: Json };
      unread_since: { Args: Record<PropertyKey, never>; Returns: string };
      update_future_slots: { Args: { s: Database["public"]["Tables"]["services"]["Row"] | null }; Returns: null };
      use_bot_token: { Args: { token: string | null }; Returns: boolean };
      use_invitation: { Args: { account: unknown | null }; Returns: boolean };
      use_newsletter_link: { Args: { is_subscribed: boolean | null; link: string | null }; Returns: boolean };
      use_notice_link: { Args: { is_subscribed?: boolean | null; link: string | null }; Returns: boolean };
      versions_needing_consent: { Args: Record<PropertyKey, never>; Returns: { asked_number: number; page_id: string; slug: string; version_id: string }[] };
      vote: { Args: { choices: number[] | null; poll: string | null }; Returns: null };
      wait_for_series: { Args: { booked_by: string | null; first_id: string | null; guest: string | null; member: string | null; note: string | null; party: number | null; s: Database["public"]["Tables"]["services"]["Row"] | null }; Returns: null };
      waiting_position: { Args: { b: Database["public"]["Tables"]["bookings"]["Row"] | null }; Returns: number };
      waits_for_course: { Args: { b: Database["public"]["Tables"]["bookings"]["Row"] | null }; Returns: boolean };
      wants_notice: { Args: { channel: string | null; kind: string | null; member: string | null }; Returns: boolean };
      was_in_no_calendar: { Args: { b: Database["public"]["Tables"]["bookings"]["Row"] | null }; Returns: Json };
      watch_as_new_host: { Args: { former: string | null; slot: string | null }; Returns: null };
      watch_session_thread: { Args: { member: string | null; topic: string | null }; Returns: null };
      watchers_of: { Args: { after_member: string | null; at_most: number | null; is_first: boolean | null; post: string | null }; Returns: { is_own: boolean; member_id: string }[] };
      week_minutes: { Args: { clock: string | null; length: string | null }; Returns: string };
      with_count: { Args: { added: number | null; counts: Json | null; kind: string | null }; Returns: Json };
      with_mention_names: { Args: { gone?: string | null; node: Json | null }; Returns: Json };
      withdraw_article_text: { Args: { review: string | null }; Returns: null };
      withdraw_consent: { Args: { consent: string | null }; Returns: null };
      withdraw_editions: { Args: { address: string | null }; Returns: null };
      withdraw_privacy_request: { Args: { request: string | null }; Returns: null };
      without_member: { Args: { erases: boolean | null; member: string | null; name: string | null; node: Json | null; sources: string[] | null }; Returns: Json };
      without_quote_heading: { Args: { content: Json | null; name?: string | null }; Returns: Json };
      without_quoted_names: { Args: { name: string | null; node: Json | null; sources: string[] | null }; Returns: Json };
      write_booking_rules: { Args: { given: Json | null; saved: Database["public"]["Tables"]["services"]["Row"] | null }; Returns: null };
      write_service: { Args: { given: Json | null; slug: string | null; writing: Database["public"]["Tables"]["services"]["Row"] | null }; Returns: Database["public"]["Tables"]["services"]["Row"] };
      write_service_hours: { Args: { exceptions: Json | null; hours: Json | null; saved: Database["public"]["Tables"]["services"]["Row"] | null }; Returns: null };
      write_service_places: { Args: { given: Json | null; target: string | null }; Returns: null };
      write_service_price: { Args: { given: Json | null; target: string | null }; Returns: null };
      write_service_questions: { Args: { given: Json | null; target: string | null }; Returns: null };
      writes_articles: { Args: Record<PropertyKey, never>; Returns: boolean };
    };
    Enums: {
      attendance: "arrived" | "late" | "no_show" | "done";
      booking_status: "booked" | "waiting" | "cancelled";
      language: "en" | "zh" | "ms" | "vi";
      room_kind: "room" | "equipment";
      service_kind: "appointment" | "session";
      site_right: "see" | "reply" | "create" | "moderate" | "write" | "publish" | "edit" | "translate" | "library" | "bookings" | "hours" | "messages" | "people" | "members" | "export" | "log";
    };
    CompositeTypes: {
      booking_detail: {
        cancel_until_minutes: number | null;
        cancelled_at: string | null;
        chosen_by: string[] | null;
        contact: string | null;
        created_at: string | null;
        description: string | null;
        ends_at: string | null;
        equipment_name: string | null;
        guest_id: string | null;
        host_id: string | null;
        host_name: string | null;
        id: string | null;
        is_active: boolean | null;
        is_online: boolean | null;
        kind: Database["public"]["Enums"]["service_kind"] | null;
        member_id: string | null;
        member_name: string | null;
        name: string | null;
        never_booked: boolean | null;
        note: string | null;
        offer_until: string | null;
        online_url: string | null;
        party_size: number | null;
        place: string | null;
        request_until: string | null;
        room_name: string | null;
        sequence: number | null;
        service_id: string | null;
        service_slug: string | null;
        starts_at: string | null;
        status: Database["public"]["Enums"]["booking_status"] | null;
        text_language: Database["public"]["Enums"]["language"] | null;
        time_zone: string | null;
        updated_at: string | null;
        waiting_position: number | null;
      };
      chosen_place: {
        blocks_service: boolean | null;
        chosen_by: string[] | null;
        equipment_id: string | null;
        host_id: string | null;
        is_free: boolean | null;
        room_id: string | null;
      };
    };
  };
};
